import { lazy, Suspense, useState, type ReactNode } from 'react';

type Part<Props> = (props: Props) => ReactNode;

/**
 * A part of a page whose code is loaded later. If loading fails, only this part is replaced by `Gone`, so that other
 * input stays; `onRetry` loads the code again.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: Part<Props> }>,
  Coming: Part<Props>,
  Gone: Part<Props & { onRetry: () => void }>,
): Part<Props> {
  // React caches failures, so a retry and the next page with this part need a new lazy component.
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
