import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ChartTable } from '../charts/chart-table.js';
import { useFormat } from '../i18n/format.js';
import { TRAIT_NAMES, TRAITS } from '../i18n/terms.js';
import { useNarrow } from '../ui/media.js';
import { NotKnown } from '../ui/states.js';
import type { Evaluation } from './evaluations-panel.js';

/** Her evaluations with links to their forms; on a phone the values are only in the charts. */
export function EvaluationsTable({ name, evaluations }: { name: string; evaluations: readonly Evaluation[] }) {
  const { t, i18n } = useLingui();
  const format = useFormat();
  const traits = useNarrow() ? [] : TRAITS;
  return (
    <ChartTable
      label={t`Evaluations of ${name}`}
      columns={[
        { header: t`Season` },
        { header: t`Apiary` },
        { header: t`Evaluated` },
        ...traits.map((trait) => ({ header: i18n._(TRAIT_NAMES[trait]), align: 'end' as const })),
      ]}
      rows={evaluations.map((evaluation) => {
        const { id, year, apiary, evaluatedOn, evaluator } = evaluation;
        return {
          key: id,
          cells: [
            <Link key="edit" to="/evaluations/$id" params={{ id }} aria-label={t`Edit the evaluation of ${year}`}>
              {year}
            </Link>,
            apiary ? (
              <Link key="apiary" to="/apiaries/$id" params={{ id: apiary.id }} translate="no">
                {apiary.name}
              </Link>
            ) : (
              <NotKnown key="apiary" />
            ),
            <Evaluated key="evaluated" on={evaluatedOn} by={evaluator} />,
            ...traits.map((trait) => {
              const value = evaluation[trait];
              return value === null ? '' : format.number(value, trait.startsWith('hyg') ? 0 : 1);
            }),
          ],
        };
      })}
    />
  );
}

function Evaluated({ on, by }: { on: string | null; by: string | null }) {
  const format = useFormat();
  const date = on === null ? null : format.date(on);
  if (date !== null && by !== null) {
    return (
      <Trans>
        {date} by <span translate="no">{by}</span>
      </Trans>
    );
  }
  if (by !== null) {
    return (
      <Trans>
        by <span translate="no">{by}</span>
      </Trans>
    );
  }
  return date ?? <NotKnown />;
}
