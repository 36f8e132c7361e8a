import { Trans, useLingui } from '@lingui/react/macro';
import { FileUp } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useFormat } from '../i18n/format.js';
import { classes } from '../ui/class-names.js';
import { useField } from '../ui/form.js';
import styles from './file-field.module.css';

/** Extensions that the file dialog offers. The server detects the kind of a file by its content. */
const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.zip';

interface FileFieldProps {
  file: File | null;
  /** Name of a file that was uploaded earlier. */
  uploaded?: string;
  onChoose: (file: File) => void;
}

/** A field that accepts a file from the browser's dialog, or a file dropped on the page. */
export function FileField({ file, uploaded, onChoose }: FileFieldProps) {
  const { t } = useLingui();
  const format = useFormat();
  const { id, error } = useField('file', t`File`);
  const name = file?.name ?? uploaded;
  const over = useDrop(onChoose);
  return (
    <div className={styles.zone} data-over={over || undefined} data-error={error ? true : undefined}>
      <FileUp aria-hidden="true" />
      {name ? (
        <p className={styles.name}>
          <strong translate="no">{name}</strong> {file && <span>{format.bytes(file.size)}</span>}
        </p>
      ) : (
        <p>
          <Trans>Drop a file here, or</Trans>
        </p>
      )}
      <label className={classes(styles.choose, !name && styles.first)} htmlFor={id}>
        {name ? <Trans>Choose another file</Trans> : <Trans>Choose a file</Trans>}
        <input
          id={id}
          type="file"
          accept={ACCEPTED}
          className="visually-hidden"
          aria-describedby={[`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')}
          aria-invalid={error ? true : undefined}
          // If the input is not cleared, the browser reports no change for a corrected file with the same name.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            if (chosen) onChoose(chosen);
          }}
        />
      </label>
      <p id={`${id}-hint`} className={styles.hint}>
        <Trans>CSV or Excel (.xlsx), files of BeeBreed, or a complete export of Queenbook (.zip); at most 200 MB</Trans>
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}

const holdsFile = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Accepts files dropped anywhere on the page; otherwise the browser would open the file. */
function useDrop(onDrop: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const dropped = useEffectEvent((file: File) => onDrop(file));
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFile(event)) return;
      event.preventDefault();
      setOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (file) dropped(file);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return over;
}
