import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { knownInbreeding } from '../data/inbreeding.js';
import { graphql, readFragment, type FragmentOf } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { MATING_TYPE_NAMES, TRAITS, TRAIT_NAMES } from '../i18n/terms.js';
import { useMarkingName } from '../ui/dot.js';
import { LifeStatus } from '../ui/life-status.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import { NotKnown } from '../ui/states.js';
import { RUN_FACTS, RunFacts } from '../values/run-facts.js';
import styles from './facts-panel.module.css';

export const QUEEN_FACTS = graphql(
  `
    fragment QueenFacts on Queen {
      dateOfBirth
      race
      line
      status
      inbreeding
      mother {
        id
      }
      father {
        id
      }
      matingType
      matedTo {
        ...NamedQueen
      }
      ebv {
        trait
        entityType
        normalized
        reliability
        run {
          ...RunFacts
        }
      }
    }
  `,
  [NAMED_QUEEN, RUN_FACTS],
);

export function QueenFacts({ queen }: { queen: FragmentOf<typeof QUEEN_FACTS> }) {
  const { i18n } = useLingui();
  const format = useFormat();
  const found = readFragment(QUEEN_FACTS, queen);
  const { dateOfBirth, race, line, status, matingType, matedTo, ebv } = found;
  const inbreeding = knownInbreeding(found.inbreeding, found);
  const colour = useMarkingName(dateOfBirth);
  const values = TRAITS.flatMap(
    (trait) => ebv?.find((each) => each.trait === trait && each.entityType === 'queen') ?? [],
  );
  const run = values[0]?.run;
  return (
    <>
      <dl className={styles.facts}>
        <Fact term={<Trans>Born</Trans>}>
          {dateOfBirth && (
            <>
              {format.date(dateOfBirth)}, {colour}
            </>
          )}
        </Fact>
        <Fact term={<Trans>Race</Trans>}>{race && <span translate="no">{race}</span>}</Fact>
        {line && (
          <Fact term={<Trans>Line</Trans>}>
            <span translate="no">{line}</span>
          </Fact>
        )}
        <Fact term={<Trans>Status</Trans>}>{status && <LifeStatus status={status} />}</Fact>
        <Fact term={<Trans>Inbreeding</Trans>}>{inbreeding !== null && format.percent(inbreeding, 1)}</Fact>
        <Fact term={<Trans>Her mating</Trans>}>{matingType && i18n._(MATING_TYPE_NAMES[matingType])}</Fact>
        {matedTo && (
          <Fact term={<Trans>Mated to</Trans>}>
            <QueenName queen={matedTo} />
          </Fact>
        )}
      </dl>
      {values.length > 0 && run && (
        <>
          <table className={styles.values}>
            <thead>
              <tr>
                <th scope="col">
                  <Trans>Breeding value</Trans>
                </th>
                <th scope="col">
                  <Trans>Value</Trans>
                </th>
                <th scope="col">r²</th>
              </tr>
            </thead>
            <tbody>
              {values.map(({ trait, normalized, reliability }) => (
                <tr key={trait}>
                  <th scope="row">{i18n._(TRAIT_NAMES[trait])}</th>
                  <td>{format.number(normalized)}</td>
                  <td>{reliability === null ? <NotKnown /> : format.number(reliability, 2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <RunFacts run={run} />
        </>
      )}
    </>
  );
}

function Fact({ term, children }: { term: ReactNode; children: ReactNode }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{children || <NotKnown />}</dd>
    </>
  );
}
