import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ButtonLink } from '../ui/button.js';
import { useNarrow } from '../ui/media.js';
import { Loaded } from '../ui/states.js';
import { Drawing } from './drawing.js';
import { fixedSlots } from './layout.js';
import { MATE } from './lineage.js';
import { Outline } from './outline.js';
import { usePedigree, type Pedigree } from './pedigree-data.js';
import { PedigreeHead } from './pedigree-head.js';
import { useWidth } from './use-size.js';
import styles from './pedigree.module.css';

/** Three generations of ancestors on a queen's page, with links. */
export function QueenPedigree({ id, name }: { id: string; name: string }) {
  return (
    <>
      <Loaded query={usePedigree(id, 3)} lines={6}>
        {(pedigree) => pedigree && <Small pedigree={pedigree} name={name} />}
      </Loaded>
      <p className={styles.more}>
        <ButtonLink to="/queens/$id/pedigree" params={{ id }}>
          <Trans>Whole pedigree</Trans>
        </ButtonLink>
      </p>
    </>
  );
}

function Small({ pedigree, name }: { pedigree: Pedigree; name: string }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { lineage } = pedigree;
  const label = t`Pedigree of ${name}`;
  const open = (position: number) => {
    const queen = position === MATE ? lineage.mate : lineage.places.get(position);
    if (queen && position !== 1) void navigate({ to: '/queens/$id', params: { id: queen.id } });
  };
  return (
    <>
      <PedigreeHead pedigree={pedigree} />
      {useNarrow() ? (
        <Outline lineage={lineage} label={label} open={1} onOpen={open} />
      ) : (
        <Fitted pedigree={pedigree} label={label} onOpen={open} />
      )}
    </>
  );
}

const MIN_SCALE = 0.7;
const MAX_SCALE = 1.3;

function Fitted({ pedigree, label, onOpen }: { pedigree: Pedigree; label: string; onOpen(position: number): void }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const layout = useMemo(() => fixedSlots(pedigree.lineage), [pedigree.lineage]);
  const k = Math.min(MAX_SCALE, Math.max(MIN_SCALE, (width - 8) / layout.width));
  return (
    <div ref={ref} className={styles.scroll} translate="no">
      {width > 0 && (
        <Drawing
          lineage={pedigree.lineage}
          layout={layout}
          label={label}
          view={{ x: 4, y: 0, k }}
          width={layout.width * k + 8}
          height={layout.height * k}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}
