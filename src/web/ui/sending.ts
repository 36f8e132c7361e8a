import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { announce } from './announce.js';

/**
 * Prevents late responses from navigating. Returns a function to call when sending starts. The result of this call is a
 * function that checks whether the same page is still shown.
 * @param part compared part of the address; `pathname` if the rest may change
 */
export function useHere(part: 'href' | 'pathname' = 'href'): () => () => boolean {
  const router = useRouter();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return () => {
    const initial = router.latestLocation[part];
    // Also compares the address, because another page may be loading while this page is still rendered.
    return () => isMounted.current && router.latestLocation[part] === initial;
  };
}

/** Returns a function that checks whether the page of the first rendering is still shown. */
export function useStillHere(): () => boolean {
  const here = useHere();
  const [stillHere] = useState(here);
  return stillHere;
}

interface Sending {
  stillHere: () => boolean;
  /** Whether the input is being sent, for `Leaving`. */
  sending: () => boolean;
  /** Whether there is no unsaved input, so that the user can leave. */
  done: () => boolean;
  /** Declares that there is no unsaved input. */
  settle: () => void;
  /** @param save resolves to true if the input was saved */
  send: (save: () => Promise<boolean>) => Promise<void>;
}

/**
 * Sends the input of a page. If the user leaves the page before the response, success does not navigate, and an error
 * is shown on the new page.
 */
export function useSending(): Sending {
  const { t } = useLingui();
  const stillHere = useStillHere();
  const state = useRef<'open' | 'sending' | 'done'>('open');
  return {
    stillHere,
    sending: () => state.current === 'sending',
    done: () => state.current === 'done',
    settle() {
      state.current = 'done';
    },
    async send(save) {
      state.current = 'sending';
      let saved = false;
      try {
        saved = await save();
      } catch (error) {
        const { message } = asProblem(error);
        if (!stillHere()) announce(t`Your last change was not saved. ${message}`);
        throw error;
      } finally {
        state.current = saved ? 'done' : 'open';
      }
    },
  };
}
