import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChartTable } from '../charts/chart-table.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, type Trait } from '../i18n/terms.js';
import { Button, ButtonLink } from '../ui/button.js';
import { Dialog, DialogActions } from '../ui/dialog.js';
import { QueenName } from '../ui/queen-name.js';
import { NotKnown } from '../ui/states.js';
import { ValueCell } from '../values/value-cell.js';
import { MarkedInbreeding, MarksExplained } from './inbreeding-mark.js';
import { valueOf, type Offspring, type Pair } from './pairs.js';
import { SaveLink } from './pair-parts.js';
import styles from './pair-details.module.css';

interface PairDetailsProps {
  pair: Pair;
  /** Whether the drones are sons of the drone mother herself. */
  drones: 'own' | undefined;
  traits: readonly Trait[];
  runId: string | undefined;
  onClose: () => void;
}

/** Details of a pair: the expected values of both possible matings, and the values of the parents. */
export function PairDetails({ pair, drones, traits, runId, onClose }: PairDetailsProps) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const { queen, mate, daughter, herself, basis } = pair;
  const [her, his] = [queen.name, mate.name];
  const parent = (of: Pair['queen'], trait: Trait): ReactNode => {
    const value = runId === undefined ? undefined : valueOf(of, runId, trait);
    return value ? <ValueCell value={value.normalized} reliability={value.reliability} /> : <NotKnown />;
  };
  const expected = ({ values }: Offspring, trait: Trait): ReactNode => {
    const value = values[trait];
    return value ? format.number(value.normalized, 1) : <NotKnown />;
  };
  const index = (value: number | null): ReactNode => (value === null ? <NotKnown /> : format.number(value, 1));
  // The mating of the plan is in the first column, because a phone shows only the first columns.
  const cases = [
    { header: t`Offspring of a daughter`, of: daughter },
    { header: t`Offspring of the queen herself`, of: herself },
  ];
  if (basis === 'queen') cases.reverse();
  const both = (shown: (of: Offspring) => ReactNode): ReactNode[] =>
    cases.map(({ of }, place) => (place === 0 ? <strong key="of">{shown(of)}</strong> : shown(of)));
  const inbreeding = both((one) => <MarkedInbreeding inbreeding={one.inbreeding} />);
  const rows = [
    { key: 'F', cells: [t`F of the offspring`, ...inbreeding, '', ''] },
    { key: 'index', cells: [t`Expected index`, ...both((one) => index(one.index)), '', ''] },
    ...traits.map((trait) => ({
      key: trait,
      cells: [
        i18n._(TRAIT_NAMES[trait]),
        ...both((one) => expected(one, trait)),
        parent(queen, trait),
        parent(mate, trait),
      ],
    })),
  ];
  return (
    <Dialog title={t`${her} with ${his}`} wide onClose={onClose}>
      <div className={styles.parents}>
        <p>
          <Trans>
            Queen: <QueenName queen={queen} />
          </Trans>
        </p>
        <p>
          <Trans>
            Drone mother: <QueenName queen={mate} />
          </Trans>
        </p>
      </div>
      <p>
        {basis === 'daughter' ? (
          <Trans>She is mated already, and a queen mates only once, so the plan is for the mating of a daughter.</Trans>
        ) : (
          <Trans>She has no recorded mating, so the plan is for her own mating.</Trans>
        )}
      </p>
      <ChartTable
        label={t`Expected values`}
        columns={[
          { header: t`Value` },
          ...cases.map(({ header }) => ({ header, align: 'end' as const })),
          { header: t`Queen`, align: 'end' },
          { header: t`Drone mother`, align: 'end' },
        ]}
        rows={traits.length > 0 ? rows : rows.slice(0, 1)}
      />
      <MarksExplained inbreedings={[daughter.inbreeding, herself.inbreeding]} />
      <DialogActions>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
        {basis === 'daughter' && (
          <ButtonLink to="/queens/$id/edit" params={{ id: queen.id }} search={{ matedTo: mate.id }}>
            <Trans>Save as her mating anyway</Trans>
          </ButtonLink>
        )}
        <SaveLink pair={pair} drones={drones} kind="primary" />
      </DialogActions>
    </Dialog>
  );
}
