import { lazy, Suspense, useState, type ReactNode } from 'react';

type Part<Props> = (props: Props) => ReactNode;

/**
 * A part of a page whose code comes after the page. Where it does not come, `Gone` stands in its place alone, and not a
 * failure in place of the whole page with all that was entered there; `onRetry` asks for the code once more.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: Part<Props> }>,
  Coming: Part<Props>,
  Gone: Part<Props & { onRetry: () => void }>,
): Part<Props> {
  // React keeps what failed: who tries again needs another one, and so does the next page that has this part.
  const begin = () =>
    lazy<Part<Props & { onRetry: () => void }>>(() =>
      load().catch(() => {
        next = begin();
        return { default: Gone };
      }),
    );
  let next = begin();
  return function Late(props) {
    const [Found, setFound] = useState(() => next);
    return (
      <Suspense fallback={<Coming {...props} />}>
        <Found {...props} onRetry={() => setFound(() => next)} />
      </Suspense>
    );
  };
}
