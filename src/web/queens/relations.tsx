import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { ask, graphql } from '../data/graphql.js';
import { Button } from '../ui/button.js';
import { NAMED_QUEEN, QueenName } from '../ui/queen-name.js';
import type { QueensSearch } from './queens-search.js';
import styles from './toolbar.module.css';

const RELATIVE = graphql(
  `
    query Relative($id: ID!) {
      queen(id: $id) {
        ...NamedQueen
        name
      }
    }
  `,
  [NAMED_QUEEN],
);

interface RelationsProps {
  search: QueensSearch;
  onChange: (to: Partial<QueensSearch>) => void;
}

/**
 * Shows filters that only links set, such as the daughters or mates of a queen. Each filter has a button that removes
 * it.
 */
export function Relations({ search, onChange }: RelationsProps) {
  const { t } = useLingui();
  const kinds = [
    { name: 'mother', label: t`Daughters of` },
    { name: 'father', label: t`Daughters sired by the drones of` },
    { name: 'mate', label: t`Queens mated to` },
  ] as const;
  return (
    <>
      {kinds.map(({ name, label }) => {
        const id = search[name];
        return id && <Relation key={name} id={id} label={label} onRemove={() => onChange({ [name]: undefined })} />;
      })}
      {search.shared && (
        <p className={styles.relation}>
          <Trans>Queens who have the same identifier, but written differently</Trans>
          <RemoveFilter onRemove={() => onChange({ shared: undefined })} />
        </p>
      )}
    </>
  );
}

function RemoveFilter({ onRemove }: { onRemove: () => void }) {
  const { t } = useLingui();
  return <Button kind="quiet" icon={<X aria-hidden="true" />} aria-label={t`Remove this filter`} onClick={onRemove} />;
}

function Relation({ id, label, onRemove }: { id: string; label: string; onRemove: () => void }) {
  const { data } = useQuery({
    queryKey: ['queen-name', id],
    queryFn: async ({ signal }) => (await ask(RELATIVE, { id }, signal)).queen,
  });
  return (
    <p className={styles.relation}>
      <span>{label}</span>
      {data ? <QueenName queen={data} /> : data === null && <Trans>a deleted queen</Trans>}
      <RemoveFilter onRemove={onRemove} />
    </p>
  );
}
