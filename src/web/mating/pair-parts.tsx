import { Trans, useLingui } from '@lingui/react/macro';
import { useFormat } from '../i18n/format.js';
import { hasLeft } from '../i18n/terms.js';
import { ButtonLink } from '../ui/button.js';
import { LifeStatus } from '../ui/life-status.js';
import { QueenName } from '../ui/queen-name.js';
import { MarkedInbreeding } from './inbreeding-mark.js';
import type { Parent } from './mating-data.js';
import type { Pair } from './pairs.js';
import styles from './pairs.module.css';

/** The name and identifier of a parent, and her status if she is no longer alive. */
export function ParentName({ parent }: { parent: Parent }) {
  const { status } = parent;
  return (
    <span className={styles.parent}>
      <QueenName queen={parent} number="below" />
      {status && hasLeft(status) && <LifeStatus status={status} />}
    </span>
  );
}

/** The inbreeding of the offspring of both possible matings. The planned mating is in bold. */
export function BothInbreedings({ pair: { basis, daughter, herself } }: { pair: Pair }) {
  const format = useFormat();
  const [one, other] = basis === 'daughter' ? [daughter, herself] : [herself, daughter];
  const second = format.percent(other.inbreeding, 1);
  return (
    <span className={styles.both}>
      <MarkedInbreeding inbreeding={one.inbreeding} bold />
      <span>
        {basis === 'daughter' ? (
          <Trans>offspring of the queen herself {second}</Trans>
        ) : (
          <Trans>offspring of a daughter {second}</Trans>
        )}
      </span>
    </span>
  );
}

/** The reliability r² of each parent, which is the lowest r² of the weighted traits. */
export function Reliabilities({ pair: { reliability } }: { pair: Pair }) {
  const format = useFormat();
  const { t } = useLingui();
  const shown = (r2: number | null): string => (r2 === null ? t`not known` : format.number(r2, 2));
  const [queen, mate] = [shown(reliability.queen), shown(reliability.mate)];
  return (
    <Trans>
      {queen} and {mate}
    </Trans>
  );
}

interface SaveLinkProps {
  pair: Pair;
  /** Whether the drones are sons of the drone mother herself. */
  drones: 'own' | undefined;
  kind?: 'quiet' | 'primary';
}

/**
 * A link to the queen's form, prefilled with the planned mating. If the queen is already mated, the link opens the form
 * of a new daughter.
 */
export function SaveLink({ pair: { queen, mate, basis }, drones, kind = 'quiet' }: SaveLinkProps) {
  const { t } = useLingui();
  const mating = { matedTo: mate.id, ...(drones === 'own' && { matingType: 'single_queen' as const }) };
  const [her, his] = [queen.name, mate.name];
  if (basis === 'daughter') {
    return (
      <ButtonLink
        to="/queens/new"
        search={{ mother: queen.id, ...mating }}
        kind={kind}
        aria-label={t`New daughter of ${her}, mated with ${his}`}
      >
        <Trans>New daughter</Trans>
      </ButtonLink>
    );
  }
  return (
    <ButtonLink
      to="/queens/$id/edit"
      params={{ id: queen.id }}
      search={mating}
      kind={kind}
      aria-label={t`Save as her mating: ${her} with ${his}`}
    >
      <Trans>Save as her mating</Trans>
    </ButtonLink>
  );
}
