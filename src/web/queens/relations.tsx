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

/** Whose daughters or mates the list is narrowed to, each to be taken away. */
export function Relations({ search, onChange }: RelationsProps) {
  const { t } = useLingui();
  const kinds = [
    { name: 'mother', label: t`Daughters of` },
    { name: 'father', label: t`Daughters by the drones of` },
    { name: 'mate', label: t`Queens mated to` },
  ] as const;
  return kinds.map(({ name, label }) => {
    const id = search[name];
    return id && <Relation key={name} id={id} label={label} onRemove={() => onChange({ [name]: undefined })} />;
  });
}

function Relation({ id, label, onRemove }: { id: string; label: string; onRemove: () => void }) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ['queen-name', id],
    queryFn: async ({ signal }) => (await ask(RELATIVE, { id }, signal)).queen,
  });
  return (
    <p className={styles.relation}>
      <span>{label}</span>
      {data ? <QueenName queen={data} /> : data === null && <Trans>a deleted queen</Trans>}
      <Button kind="quiet" icon={<X aria-hidden="true" />} aria-label={t`Remove this filter`} onClick={onRemove} />
    </p>
  );
}
