import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Route, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { ask, graphql } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Dot } from '../ui/dot.js';
import { Loaded } from '../ui/states.js';
import { generationOf, type Lineage } from './lineage.js';
import type { PedigreeKin } from './pedigree-data.js';
import type { PedigreeSearch } from './pedigree-search.js';
import { QUEEN_FACTS, QueenFacts } from './queen-facts.js';
import { repeatsIn } from './repeats.js';
import { usePedigreeWords } from './words.js';
import styles from './facts-panel.module.css';

const FACTS = graphql(
  `
    query PedigreeFacts($id: ID!) {
      queen(id: $id) {
        ...QueenFacts
      }
    }
  `,
  [QUEEN_FACTS],
);

interface FactsPanelProps {
  lineage: Lineage<PedigreeKin>;
  position: number;
  queen: PedigreeKin;
  search: PedigreeSearch;
  /** Called to move to another position of the same queen. */
  onPlace(position: number): void;
  onClose(): void;
}

/** A panel about the queen at a position: her facts, her other positions, and links to her page and her pedigree. */
export function FactsPanel({ lineage, position, queen, search, onPlace, onClose }: FactsPanelProps) {
  const { t } = useLingui();
  const head = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const query = useQuery({
    queryKey: ['pedigree-facts', queen.id],
    queryFn: ({ signal }) => ask(FACTS, { id: queen.id }, signal),
  });
  useEffect(() => heading.current?.focus({ preventScroll: true }), [position]);
  const label = usePedigreeWords(lineage).label(position);
  return (
    // Escape closes the panel from any element within it.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      role="dialog"
      aria-labelledby={head}
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <header>
        <p className={styles.label}>{label}</p>
        <Button kind="quiet" aria-label={t`Close`} icon={<X aria-hidden="true" />} onClick={onClose} />
      </header>
      <h2 ref={heading} tabIndex={-1} id={head}>
        <Dot born={queen.dateOfBirth} />
        <span translate="no">{queen.name}</span>
      </h2>
      {queen.externalId && queen.externalId !== queen.name && (
        <p className={styles.label} translate="no">
          {queen.externalId}
        </p>
      )}
      <Loaded query={query}>{({ queen: found }) => found && <QueenFacts queen={found} />}</Loaded>
      <Places {...{ lineage, position, onPlace }} id={queen.id} />
      <p className={styles.links}>
        <ButtonLink to="/queens/$id" params={{ id: queen.id }}>
          <Trans>Her page</Trans>
        </ButtonLink>
        {position !== 1 && (
          <ButtonLink to="/queens/$id/pedigree" params={{ id: queen.id }} search={{ ...search, of: undefined }}>
            <Trans>Her pedigree</Trans>
          </ButtonLink>
        )}
      </p>
    </section>
  );
}

function Places({
  lineage,
  position,
  id,
  onPlace,
}: Pick<FactsPanelProps, 'lineage' | 'position' | 'onPlace'> & { id: string }) {
  const words = usePedigreeWords(lineage);
  const repeat = repeatsIn(lineage).get(id);
  const format = useFormat();
  if (!repeat) return null;
  const others = repeat.positions.filter((each) => each !== position);
  return (
    <div className={styles.places}>
      <h3>
        <Plural
          value={repeat.positions.length}
          one="At # position in this pedigree"
          other="At # positions in this pedigree"
        />
      </h3>
      {repeat.common && (
        <p>
          <Trans>She is on the side of the dam and on the side of the sire.</Trans>
        </p>
      )}
      <ul>
        {others.map((each) => (
          <li key={each}>
            <Button kind="quiet" icon={<Route aria-hidden="true" />} onClick={() => onPlace(each)}>
              {words.label(each)}
            </Button>{' '}
            <span className={styles.label}>
              <Trans>generation {format.number(generationOf(each))}</Trans>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
