import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartTable } from '../charts/chart-table.js';
import { ask } from '../data/graphql.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, type Trait } from '../i18n/terms.js';
import { Panel } from '../ui/page.js';
import { Empty } from '../ui/states.js';
import { RUNS, runQuery, type Run } from '../values/runs.js';
import type { Season } from './apiary-data.js';
import { weakTraits } from './weak-traits.js';

interface SeasonsPanelProps {
  apiaryId: string;
  seasons: readonly Season[];
}

/**
 * The size of the contemporary group of each season, and whether the colonies of a group can be compared with those of
 * other groups.
 */
export function SeasonsPanel({ apiaryId, seasons }: SeasonsPanelProps) {
  const { t } = useLingui();
  const format = useFormat();
  const run = useNewestRun();
  const warned = seasons.some((season) => warningsOf(run, apiaryId, season).length > 0);
  return (
    <Panel title={t`Seasons`} id="seasons">
      {seasons.length === 0 ? (
        <Empty>
          <Trans>No colony was tested here yet. Colonies are compared with those of the same apiary and season.</Trans>
        </Empty>
      ) : (
        <>
          <ChartTable
            label={t`Seasons of this apiary`}
            columns={[
              { header: t`Season` },
              { header: t`Colonies tested`, align: 'end' },
              { header: t`Number of dams`, align: 'end' },
              { header: t`Connectedness` },
            ]}
            rows={seasons.map((season) => ({
              key: season.year,
              cells: [
                <Link key="year" to="/record/$apiaryId/$year" params={{ apiaryId, year: String(season.year) }}>
                  {season.year}
                </Link>,
                format.number(season.evaluations),
                season.dams === null ? '' : format.number(season.dams),
                <Connectedness key="connectedness" season={season} warnings={warningsOf(run, apiaryId, season)} />,
              ],
            }))}
          />
          {warned && run?.computedAt && (
            <p>
              <Trans>
                The warnings come from the{' '}
                <Link to="/values/runs/$id" params={{ id: run.id }}>
                  run of {format.instant(run.computedAt)}
                </Link>
                .
              </Trans>
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

type Warnings = Run['warnings'];

const warningsOf = (run: Run | null | undefined, apiaryId: string, { year }: Season): Warnings =>
  run?.warnings.filter((warning) => warning.apiaryId === apiaryId && warning.year === year) ?? [];

/**
 * States how well a contemporary group is connected with other groups. If the newest run has warnings about the group,
 * shows these warnings instead of the number of dams.
 */
export function Connectedness({ season: { evaluations, dams }, warnings }: { season: Season; warnings: Warnings }) {
  const { i18n } = useLingui();
  const format = useFormat();
  if (evaluations === 1) return <Trans>only one colony, so it cannot be compared</Trans>;
  if (warnings.length > 0) {
    const { single, related } = weakTraits(warnings);
    const listed = (some: readonly Trait[]) => format.list(some.map((trait) => i18n._(TRAIT_NAMES[trait])));
    const [traits, others] = [listed(related), listed(single)];
    return (
      <>
        {related.length > 0 && (
          <div>
            <Trans>daughters of one dam, compared only with each other: {traits}</Trans>
          </div>
        )}
        {single.length > 0 && (
          <div>
            <Trans>only one colony tested, so it cannot be compared: {others}</Trans>
          </div>
        )}
      </>
    );
  }
  if (dams === 1) return <Trans>daughters of one dam, compared only with each other</Trans>;
  if (dams === null || dams === 0) return null;
  return (
    <Plural
      value={dams}
      one="daughters of # dam, tested side by side"
      other="daughters of # dams, tested side by side"
    />
  );
}

/** The newest completed run that was not imported, with its warnings; null if the last 20 runs contain none. */
function useNewestRun(): Run | null | undefined {
  const runs = useQuery({
    queryKey: ['runs', 'newest'],
    queryFn: async ({ signal }) => (await ask(RUNS, { first: 20, offset: 0 }, signal)).ebvRuns.nodes,
  });
  const newest = runs.data?.find(({ status, source }) => status === 'completed' && source === 'computed');
  const run = useQuery({ ...runQuery(newest?.id ?? ''), enabled: newest !== undefined });
  return newest ? run.data : runs.data && null;
}
