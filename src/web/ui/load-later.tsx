import { lazy, Suspense, useState, type ReactNode } from 'react';

type Part<Props> = (props: Props) => ReactNode;

/**
 * Returns a component whose code is loaded later. If loading fails, `Failed` replaces only this component, so that
 * input in other parts of the page is not lost. `onRetry` loads the code again.
 */
export function loadLater<Props extends object>(
  load: () => Promise<{ default: Part<Props> }>,
  Placeholder: Part<Props>,
  Failed: Part<Props & { onRetry: () => void }>,
): Part<Props> {
  // A lazy component keeps its first result, here `Failed`, so each later attempt needs a new lazy component.
  const createLazy = () =>
    lazy<Part<Props & { onRetry: () => void }>>(() =>
      load().catch(() => {
        next = createLazy();
        return { default: Failed };
      }),
    );
  let next = createLazy();
  return function Late(props) {
    const [Found, setFound] = useState(() => next);
    return (
      <Suspense fallback={<Placeholder {...props} />}>
        <Found {...props} onRetry={() => setFound(() => next)} />
      </Suspense>
    );
  };
}
