import { useLingui } from '@lingui/react/macro';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { asProblem } from '../data/problem.js';
import { announce } from './announce.js';

/**
 * Notes where one is; what it returns tells whether one still is: an answer that comes late leads nobody away.
 * @param part of the address: `pathname` where the rest may change meanwhile
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
    // Another page may be on its way while this one is still drawn.
    return () => drawn.current && router.latestLocation[part] === began;
  };
}

/** Whether one is still where this was first drawn. */
export function useStillHere(): () => boolean {
  const here = useHere();
  const [stillHere] = useState(here);
  return stillHere;
}

interface Sending {
  stillHere: () => boolean;
  /** For `Leaving`: whether it is on its way. */
  sending: () => boolean;
  /** Whether there is nothing to be lost any more. */
  done: () => boolean;
  /** Says that there is nothing to be lost any more. */
  settle: () => void;
  /** @param save whether it came to be saved */
  send: (save: () => Promise<boolean>) => Promise<void>;
}

/**
 * Sends what a page was for. One may go on meanwhile: then nobody is led back, and what is refused is told where one is.
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
