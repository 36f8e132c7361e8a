import { useState, type ReactNode } from 'react';
import { handleSessionEnd } from '../data/query-client.js';
import { asProblem } from '../data/problem.js';
import { rest } from '../data/rest.js';
import { DownloadLink } from './button.js';

interface AccountDownloadProps {
  href: string;
  icon?: ReactNode;
  children: ReactNode;
}

/**
 * A link to a file of the account. Checks the session first. Without a session, the browser would only show a failed
 * download.
 */
export function AccountDownload({ href, icon, children }: AccountDownloadProps) {
  const [asking, setAsking] = useState(false);
  async function start(): Promise<void> {
    setAsking(true);
    try {
      await rest('GET', '/api/account');
    } catch (error) {
      handleSessionEnd(error);
      if (asProblem(error).signedOut) return;
      // After any other error, the download starts anyway, and the browser reports a failure.
    } finally {
      setAsking(false);
    }
    const link = document.createElement('a');
    link.href = href;
    link.download = '';
    link.click();
  }
  return (
    <DownloadLink
      href={href}
      download
      icon={icon}
      data-busy={asking || undefined}
      onClick={(event) => {
        // With a modifier key, the browser handles the link, for example in another tab.
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        if (!asking) void start();
      }}
    >
      {children}
    </DownloadLink>
  );
}
