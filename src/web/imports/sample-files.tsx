import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormat } from '../i18n/format.js';
import { DownloadLink } from '../ui/button.js';
import { Panel } from '../ui/page.js';
import { Loaded } from '../ui/states.js';
import styles from './sample-files.module.css';
import { SAMPLE_TEXTS, samplesQuery, type Sample } from './samples.js';

/** Lists sample files that users can view before they import their own files. */
export function SampleFiles() {
  const samples = useQuery(samplesQuery);
  return (
    <Panel title={<Trans>What a file can look like</Trans>}>
      <p>
        <Trans>
          A file usually has one row for each queen. The first row contains the names of the columns. Columns are
          recognized by their headers in English, German, French, Italian, Dutch, Polish and Spanish. You can change the
          field of each column before the import.
        </Trans>
      </p>
      <Loaded query={samples}>{(list) => <SampleList samples={list} />}</Loaded>
    </Panel>
  );
}

interface SampleListProps {
  samples: readonly Sample[];
  /** Content beside a sample, instead of the link to download it. */
  beside?: (sample: Sample, index: number) => ReactNode;
}

export function SampleList({ samples, beside }: SampleListProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  return (
    <ul className={styles.samples}>
      {samples.map((sample, index) => {
        const { name, size, path } = sample;
        const texts = SAMPLE_TEXTS[name];
        const title = texts ? i18n._(texts.title) : sample.title;
        return (
          <li key={name}>
            <div lang={texts ? undefined : 'en'}>
              <strong>{title}</strong>
              <p>{texts ? i18n._(texts.description) : sample.description}</p>
            </div>
            {beside?.(sample, index) ?? (
              <DownloadLink
                href={path}
                download={name}
                icon={<Download aria-hidden="true" />}
                aria-label={t`Download ${title}, ${format.bytes(size)}`}
              >
                {format.bytes(size)}
              </DownloadLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}
