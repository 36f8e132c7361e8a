import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useFormat } from '../i18n/format.js';
import { TRAITS } from '../i18n/terms.js';
import { Button } from '../ui/button.js';
import { useNarrow } from '../ui/media.js';
import { RunFacts } from '../values/run-facts.js';
import type { Plan } from './mating-data.js';
import type { MatingSearch } from './mating-search.js';
import { AssignmentPanel } from './assignment-panel.js';
import { MarksExplained } from './inbreeding-mark.js';
import { PairCards } from './pair-cards.js';
import { PairDetails } from './pair-details.js';
import { splitByLimit, type Pair } from './pairs.js';
import { PairsChart } from './pairs-chart.js';
import { PairsTable, type PairListProps } from './pairs-table.js';
import styles from './plan.module.css';

/** Number of pairs that are shown at first, and that each click on "more" adds. */
const STEP = 50;

interface PlanViewProps {
  plan: Plan;
  pairs: readonly Pair[];
  search: MatingSearch;
  stale: boolean;
  onChange: (changed: Partial<MatingSearch>) => void;
}

/** The pairs of a plan as a chart and as a list. Pairs above the limit of inbreeding are last. */
export function PlanView({ plan, pairs, search, stale, onChange }: PlanViewProps) {
  const { t } = useLingui();
  const format = useFormat();
  const [marked, mark] = useState<string | null>(null);
  const [open, setOpen] = useState<Pair | null>(null);
  const { maxF } = search;
  const ceiling = maxF === undefined ? undefined : maxF / 100;
  const ranked = pairs.some(({ index }) => index !== null);
  // Without indices, the server orders the pairs by inbreeding.
  const sort = search.sort ?? (ranked ? undefined : 'inbreeding');
  const { within, over } = splitByLimit(pairs, ceiling, sort);
  const traits = TRAITS.filter((trait) => plan.run?.traits.includes(trait));
  const several = new Set(pairs.map(({ queen }) => queen.id)).size > 1;
  const drawn = [...within, ...over].filter((pair): pair is Pair & { index: number } => pair.index !== null);
  const list: Omit<PairListProps, 'label' | 'pairs'> = {
    traits,
    several,
    ranked,
    drones: search.drones,
    marked,
    onMark: mark,
    onOpen: setOpen,
    sort,
    onSort: (sort) => onChange({ sort }),
  };
  const highest = maxF === undefined ? '' : format.percent(maxF / 100, maxF % 1 === 0 ? 0 : 2);
  return (
    <div className={styles.plan} aria-busy={stale} data-stale={stale || undefined}>
      {plan.run && <RunFacts run={plan.run} />}
      <Assumptions pairs={pairs} drones={search.drones} highest={highest} />
      <MarksExplained inbreedings={pairs.map(({ inbreeding }) => inbreeding)} />
      {drawn.length > 1 && (
        <PairsChart pairs={drawn} onOpen={setOpen} onMark={mark} {...{ ceiling, several, marked }} />
      )}
      {several && (
        <AssignmentPanel
          pairs={within}
          limited={ceiling !== undefined}
          queens={[...new Map(pairs.map(({ queen }) => [queen.id, queen])).values()]}
          drones={search.drones}
          share={search.share ?? 1}
          onShare={(share) => onChange({ share })}
        />
      )}
      {within.length === 0 ? (
        <p>
          <Trans>No mating has an inbreeding of {highest} or less.</Trans>
        </p>
      ) : (
        <Pairs {...list} label={t`Matings`} pairs={within} />
      )}
      {over.length > 0 && (
        <section>
          <h2 className={styles.divider}>
            <Plural
              value={over.length}
              one={`# mating with inbreeding above ${highest}`}
              other={`# matings with inbreeding above ${highest}`}
            />
          </h2>
          <Pairs {...list} label={t`Matings above the limit of inbreeding`} pairs={over} />
        </section>
      )}
      {open && (
        <PairDetails
          pair={open}
          drones={search.drones}
          traits={traits}
          runId={plan.run?.id}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

/** Explains the assumptions of the plan. */
function Assumptions({
  pairs,
  drones,
  highest,
}: {
  pairs: readonly Pair[];
  drones: 'own' | undefined;
  highest: string;
}) {
  const queens = new Map(pairs.map(({ queen, basis }) => [queen.id, basis]));
  const mated = [...queens.values()].filter((basis) => basis === 'daughter').length;
  return (
    <p className={styles.basis}>
      {mated === 0 ? (
        <Plural
          value={queens.size}
          one="She has no recorded mating: the plan is for the offspring of her own mating."
          other="They have no recorded mating: the plan is for the offspring of their own matings."
        />
      ) : mated === queens.size ? (
        <Plural
          value={queens.size}
          one="She is mated already, and a queen mates only once: the plan is for the offspring of a daughter."
          other="They are mated already, and a queen mates only once: the plan is for the offspring of their daughters."
        />
      ) : (
        <Plural
          value={mated}
          one="# of the queens is mated already, and a queen mates only once: in her case, the plan is for the offspring of a daughter."
          other="# of the queens are mated already, and a queen mates only once: in their case, the plan is for the offspring of daughters."
        />
      )}{' '}
      {drones === 'own' ? (
        <Trans>The drones are sons of the drone mother herself.</Trans>
      ) : (
        <Trans>The drones are sons of many daughters of the drone mother.</Trans>
      )}{' '}
      {highest && <Trans>The offspring's inbreeding may be at most {highest}.</Trans>}
    </p>
  );
}

/** The list of the first pairs. A button shows more pairs. */
function Pairs(props: PairListProps) {
  const [count, setCount] = useState(STEP);
  const narrow = useNarrow();
  const List = narrow ? PairCards : PairsTable;
  const rest = props.pairs.length - count;
  return (
    <>
      <List {...props} pairs={props.pairs.slice(0, count)} />
      {rest > 0 && (
        <p className={styles.more}>
          <Button onClick={() => setCount(count + STEP)}>
            <Plural value={rest} one="Show # more" other="Show more (# left)" />
          </Button>
        </p>
      )}
    </>
  );
}
