import { Plural, Trans } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import type { Pedigree } from './pedigree-data.js';
import { repeatsIn } from './repeats.js';
import styles from './pedigree.module.css';

/** Summary of the pedigree: "F 6.2 % · 118 of 254 ancestors known · 46 %", and the common ancestors of both parents. */
export function PedigreeHead({ pedigree }: { pedigree: Pedigree }) {
  const format = useFormat();
  const { inbreeding, known, places, lineage } = pedigree;
  const common = [...repeatsIn(lineage).values()].filter((repeat) => repeat.common).length;
  const share = format.percent(known / places);
  const f = inbreeding === null ? null : format.percent(inbreeding, 1);
  return (
    <div className={styles.head}>
      <p>
        <strong>{f === null ? <Trans>F not known</Trans> : <Trans>F {f}</Trans>}</strong>
        {' · '}
        <Trans>
          {known} of {places} ancestors known
        </Trans>
        {' · '}
        {share}
      </p>
      <p className={styles.note}>
        {common > 0 && (
          <Plural
            value={common}
            one="# ancestor is on both sides: her ring is filled."
            other="# ancestors are on both sides: their rings are filled."
          />
        )}
        {common === 0 && inbreeding !== null && inbreeding > 0 && (
          <Trans>No ancestor shown here is on both sides. The common ancestors are in older generations.</Trans>
        )}
      </p>
    </div>
  );
}
