import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { announce } from './announce.js';

/**
 * Remembers the current page, so that late responses do not navigate. The returned function is called when sending
 * starts. It returns another function, which checks whether the page of that moment is still shown.
 * @param part of the address: `pathname` if the rest may change meanwhile
 */
export function useHere(part: 'href' | 'pathname' = 'href'): () => () => boolean {
  const router = useRouter();
  const drawn = useRef(true);
  useEffect(() => {
    drawn.current = true;
    return () => {
      drawn.current = false;
    };
  }, []);
  return () => {
    const began = router.latestLocation[part];
    // Another page may be loading while this one is still rendered.
    return () => drawn.current && router.latestLocation[part] === began;
  };
}

/** Whether the page of the first rendering is still shown. */
export function useStillHere(): () => boolean {
  const here = useHere();
  const [stillHere] = useState(here);
  return stillHere;
}

interface Sending {
  stillHere: () => boolean;
  /** For `Leaving`: whether the input is being sent. */
  sending: () => boolean;
  /** Whether nothing can be lost any more. */
  done: () => boolean;
  /** Declares that nothing can be lost any more. */
  settle: () => void;
  /** @param save resolves to whether it was saved */
  send: (save: () => Promise<boolean>) => Promise<void>;
}

/**
 * Sends the input of a page. The user may leave meanwhile: then success does not navigate, and an error is shown on the
 * current page.
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
