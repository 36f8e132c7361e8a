import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNarrow } from '../ui/media.js';
import { Loaded } from '../ui/states.js';
import { MARGIN, fitted } from './columns.js';
import { Drawing } from './drawing.js';
import { fixedSlots } from './layout.js';
import { MATE } from './lineage.js';
import { arranged } from './name-columns.js';
import { Outline } from './outline.js';
import { usePedigree, type Pedigree } from './pedigree-data.js';
import { PedigreeHead } from './pedigree-head.js';
import { useFontsLoaded, useWidth } from './use-size.js';
import styles from './pedigree.module.css';

/** The pedigree of three generations on a queen's page, with links. */
export function QueenPedigree({ id, name }: { id: string; name: string }) {
  return (
    <Loaded query={usePedigree(id, 3)} lines={6}>
      {(pedigree) => pedigree && <Small pedigree={pedigree} name={name} />}
    </Loaded>
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

/** The height of a slot on the screen. A slot has the name, facts and label of a queen. */
const ROW = 57;

function Fitted({ pedigree, label, onOpen }: { pedigree: Pedigree; label: string; onOpen(position: number): void }) {
  const [ref, width] = useWidth<HTMLDivElement>();
  const fonts = useFontsLoaded();
  const { lineage } = pedigree;
  const window = width + 2 * (MARGIN - 4);
  const layout = useMemo(
    () => arranged(lineage, window, (columns, zoom) => fixedSlots(lineage, columns, ROW / zoom)),
    // Text is measured again when the fonts have loaded.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [lineage, window, fonts],
  );
  const k = fitted(layout.width, window);
  return (
    <div ref={ref} className={styles.scroll} translate="no">
      {width > 0 && (
        <Drawing
          lineage={lineage}
          layout={layout}
          label={label}
          view={{ x: 4, y: 6, k }}
          width={layout.width * k + 8}
          height={layout.height * k + 8}
          onOpen={onOpen}
        />
      )}
    </div>
  );
}
