import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ChartTable } from '../charts/chart-table.js';
import { ask, graphql } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { GENERATION_NAMES, TRAIT_NAMES, TRAIT_UNITS } from '../i18n/terms.js';
import { LifeStatus } from '../ui/life-status.js';
import { Loaded, NotKnown } from '../ui/states.js';
import styles from './queen.module.css';

const OFFSPRING = graphql(`
  query Offspring($id: ID!) {
    queen(id: $id) {
      offspringStats {
        total
        evaluated
        byYear {
          key
          count
        }
        byStatus {
          key
          count
        }
        byGeneration {
          key
          count
        }
        traits {
          trait
          n
          mean
          sd
          min
          max
        }
      }
    }
  }
`);

/**
 * The numbers of a queen's daughters by year, status and generation, and their test results. The section is collapsed
 * at first.
 */
export function OffspringStatistics({ id, name }: { id: string; name: string }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const query = useQuery({
    queryKey: ['queen', id, 'offspring'],
    queryFn: ({ signal }) => ask(OFFSPRING, { id }, signal),
  });
  const end = { align: 'end' } as const;
  return (
    <Loaded query={query} lines={1}>
      {({ queen }) => {
        if (!queen) return null;
        const { total, evaluated, byYear, byStatus, byGeneration, traits } = queen.offspringStats;
        const tested = (traits ?? []).filter(({ n }) => n > 0);
        const figure = (value: number | null): ReactNode => (value === null ? '' : format.number(value, 1));
        return (
          <details className={styles.more}>
            <summary>
              <Trans>Numbers and test results</Trans>{' '}
              <span className={styles.muted}>
                <Plural value={total} one="# daughter" other="# daughters" />{' '}
                {evaluated > 0 && <Plural value={evaluated} one="(# tested)" other="(# tested)" />}
              </span>
            </summary>
            <div className={styles.counts}>
              <Counts
                title={t`By year of birth`}
                rows={byYear.map(({ key, count }) => ({ label: key ?? <NotKnown />, key: `${key}`, count }))}
              />
              <Counts
                title={t`By status`}
                rows={byStatus.map(({ key, count }) => ({
                  label: key === null ? <NotKnown /> : <LifeStatus status={key} />,
                  key: `${key}`,
                  count,
                }))}
              />
              <Counts
                title={t`By generation`}
                rows={byGeneration.map(({ key, count }) => ({ label: i18n._(GENERATION_NAMES[key]), key, count }))}
              />
            </div>
            {tested.length > 0 && (
              <>
                <h3>
                  <Trans>Test results</Trans>
                </h3>
                <ChartTable
                  label={t`Tests of the daughters of ${name}`}
                  columns={[
                    { header: t`Trait` },
                    { header: t`Tests`, ...end },
                    { header: t`Mean`, ...end },
                    { header: t`Standard deviation`, ...end },
                    { header: t`Minimum`, ...end },
                    { header: t`Maximum`, ...end },
                    { header: t`Unit` },
                  ]}
                  rows={tested.map(({ trait, n, mean, sd, min, max }) => ({
                    key: trait,
                    cells: [
                      i18n._(TRAIT_NAMES[trait]),
                      format.number(n),
                      figure(mean),
                      figure(sd),
                      figure(min),
                      figure(max),
                      i18n._(TRAIT_UNITS[trait]),
                    ],
                  }))}
                />
              </>
            )}
          </details>
        );
      }}
    </Loaded>
  );
}

interface CountRow {
  key: string;
  label: ReactNode;
  count: number;
}

function Counts({ title, rows }: { title: string; rows: readonly CountRow[] }) {
  const format = useFormat();
  const most = Math.max(...rows.map(({ count }) => count));
  return (
    <div>
      <h3>{title}</h3>
      <dl>
        {rows.map(({ key, label, count }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <span className={styles.bar} style={{ width: `${(count / most) * 60}%` }} />
              {format.number(count)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
