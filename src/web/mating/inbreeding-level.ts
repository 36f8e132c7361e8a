/**
 * Thresholds of inbreeding as fractions: the coefficients of the offspring of first cousins and of half sibs. For full
 * sibs, or a parent and its offspring, the coefficient is 0.25. These values are for two diploid parents; F of bees has
 * the same scale.
 */
export const [RAISED, HIGH] = [0.0625, 0.125];

export type InbreedingLevel = 'raised' | 'high';

/** Compares the displayed percentage, which has one decimal: 12.46 % is shown as 12.5 % and is therefore high. */
const reaches = (inbreeding: number, level: number): boolean => Math.round(inbreeding * 1000) >= level * 1000;

export const isHigh = (inbreeding: number): boolean => reaches(inbreeding, HIGH);

/** Classifies the inbreeding of offspring; null below the first threshold. */
export const inbreedingLevel = (inbreeding: number): InbreedingLevel | null =>
  isHigh(inbreeding) ? 'high' : reaches(inbreeding, RAISED) ? 'raised' : null;
