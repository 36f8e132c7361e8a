import { Trans } from '@lingui/react/macro';
import { Ellipsis, IdCard, Merge, Pencil, Plus, Sparkles } from 'lucide-react';
import { ButtonLink } from '../ui/button.js';
import { Disclosure } from '../ui/disclosure.js';
import styles from './queen.module.css';

/** The actions for a queen. Editing is the primary action. */
export function QueenActions({ id }: { id: string }) {
  const hers = { params: { id } };
  return (
    <>
      <Disclosure label={<Trans>More</Trans>} icon={<Ellipsis aria-hidden="true" />}>
        <div className={styles.menu}>
          <ButtonLink to="/queens/$id/card" {...hers} kind="quiet" icon={<IdCard aria-hidden="true" />}>
            <Trans>Pedigree card</Trans>
          </ButtonLink>
          <ButtonLink to="/queens/$id/merge" {...hers} kind="quiet" icon={<Merge aria-hidden="true" />}>
            <Trans>Merge with another record</Trans>
          </ButtonLink>
        </div>
      </Disclosure>
      <ButtonLink to="/mating" search={{ queen: id }} icon={<Sparkles aria-hidden="true" />}>
        <Trans>Plan matings</Trans>
      </ButtonLink>
      <ButtonLink to="/queens/new" search={{ mother: id }} icon={<Plus aria-hidden="true" />}>
        <Trans>New daughter</Trans>
      </ButtonLink>
      <ButtonLink to="/queens/$id/edit" {...hers} kind="primary" icon={<Pencil aria-hidden="true" />}>
        <Trans>Edit</Trans>
      </ButtonLink>
    </>
  );
}
