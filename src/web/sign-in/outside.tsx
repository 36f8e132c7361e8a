import { useEffect, type ReactNode } from 'react';
import { Brand } from '../app/brand.js';
import styles from './outside.module.css';

/** The frame of pages that need no session. */
export function Outside({ title, children }: { title: string; children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Queenbook`;
  }, [title]);
  return (
    <div className={styles.outside}>
      <header>
        <Brand />
      </header>
      <main className={styles.panel}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  );
}
