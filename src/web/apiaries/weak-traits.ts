/**
 * Divides the warnings about a contemporary group by their reason: traits for which only one colony was tested, and
 * traits for which all tested colonies have queens of one dam.
 */
export function weakTraits<Trait extends string>(
  warnings: readonly { trait: Trait; reason: string }[],
): Record<'single' | 'related', Trait[]> {
  const traitsOf = (isSingle: boolean) =>
    warnings.filter(({ reason }) => (reason === 'SINGLE') === isSingle).map(({ trait }) => trait);
  return { single: traitsOf(true), related: traitsOf(false) };
}
