import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Tagged } from '../data/rest.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { RadioField } from '../ui/fields.js';
import { Form } from '../ui/form.js';
import { findNamed } from '../ui/picked-queen.js';
import { Loaded } from '../ui/states.js';
import { LINKS, MEMBER_NAMES, type Entry, type Member } from './members.js';
import { useShownValue } from './shown-value.js';
import styles from './queen-form.module.css';

export interface Conflict {
  /** The change of the user. */
  mine: Partial<Entry>;
  /** The stored version, which someone else has changed. */
  theirs: Tagged<Entry>;
  /** The members that someone else has changed. */
  others: readonly Member[];
}

interface ConflictProps {
  conflict: Conflict;
  onClose: () => void;
  onSave: (changed: Partial<Entry>) => Promise<void>;
}

/** A dialog that shows both versions after someone else has changed the same queen. */
export function ConflictDialog({ conflict, onClose, onSave }: ConflictProps) {
  const { t } = useLingui();
  const { mine, theirs } = conflict;
  const ids = LINKS.flatMap((link) => [mine[link], theirs.data[link]]).filter((id) => id != null);
  const names = useQuery({ queryKey: ['queen-names', ids], queryFn: ({ signal }) => findNamed(ids, signal) });
  return (
    <Dialog title={t`Her record was changed in the meantime`} onClose={onClose}>
      <p>
        <Trans>Someone else changed her since you opened this form. Your input is still here.</Trans>
      </p>
      <Loaded query={names}>{(named) => <Choices key={theirs.tag} {...{ conflict, named, onClose, onSave }} />}</Loaded>
    </Dialog>
  );
}

function Choices({
  conflict,
  named,
  onClose,
  onSave,
}: ConflictProps & { named: Awaited<ReturnType<typeof findNamed>> }) {
  const { t, i18n } = useLingui();
  const shown = useShownValue(named);
  const { mine, theirs, others } = conflict;
  const say = (member: Member, value: unknown) => shown(member, value);
  const both = others.filter(
    (member) => member in mine && say(member, mine[member]) !== say(member, theirs.data[member]),
  );
  const onlyTheirs = others.filter((member) => !(member in mine));
  const submit = (values: FormData): Promise<void> => {
    const chosen = Object.entries(mine).filter(([member]) => values.get(member) !== 'theirs');
    return onSave(Object.fromEntries(chosen));
  };
  return (
    <Form
      submit={<Trans>Save</Trans>}
      onSubmit={submit}
      beside={
        <Button kind="quiet" onClick={onClose}>
          <Trans>Back to the form</Trans>
        </Button>
      }
    >
      {both.map((member) => {
        const [yours, other] = [say(member, mine[member]), say(member, theirs.data[member])];
        return (
          <RadioField
            key={member}
            name={member}
            label={i18n._(MEMBER_NAMES[member])}
            defaultValue="theirs"
            options={[
              { value: 'theirs', label: t`Theirs: ${other}` },
              { value: 'mine', label: t`Yours: ${yours}` },
            ]}
          />
        );
      })}
      {onlyTheirs.length > 0 && (
        <table className={styles.facts}>
          <caption>
            <Trans>Only the other user changed these fields. The values of the other user are kept:</Trans>
          </caption>
          <tbody>
            {onlyTheirs.map((member) => (
              <tr key={member}>
                <th scope="row">{i18n._(MEMBER_NAMES[member])}</th>
                <td>{say(member, theirs.data[member])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Form>
  );
}
