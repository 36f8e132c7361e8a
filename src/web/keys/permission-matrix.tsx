import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useField } from '../ui/form.js';
import {
  LEVEL_NAMES,
  LEVELS,
  RESOURCE_WORDS,
  RESOURCES,
  TEMPLATES,
  templateOf,
  type Permissions,
  type Template,
} from './permissions.js';
import styles from './keys.module.css';

interface PermissionProps {
  permissions: Permissions;
  onChange: (permissions: Permissions) => void;
}

/**
 * Templates that set the permissions of the matrix. After a change in the matrix, the template with the same
 * permissions is selected, otherwise "custom".
 */
export function TemplateCards({ permissions, onChange }: PermissionProps) {
  const { t } = useLingui();
  const [own, setOwn] = useState(false);
  const chosen = own ? 'custom' : templateOf(permissions);
  const cards: { template: Template; title: string; text: string }[] = [
    { template: 'readOnly', title: t`Read-only`, text: t`Reads everything, changes nothing.` },
    { template: 'evaluator', title: t`Evaluator`, text: t`Enters evaluations, reads queens and breeding values.` },
    { template: 'custom', title: t`Custom`, text: t`You choose a level below for each kind of data.` },
  ];
  return (
    <fieldset className={styles.templates}>
      <legend>
        <Trans>Permissions</Trans>
      </legend>
      {cards.map(({ template, title, text }) => (
        <label key={template} className={styles.template}>
          <input
            type="radio"
            name="template"
            checked={chosen === template}
            onChange={() => {
              setOwn(template === 'custom');
              if (template !== 'custom') onChange(TEMPLATES[template]);
            }}
          />
          <span>
            <strong>{title}</strong>
            <small>{text}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** A table of five resources and three levels of permission. */
export function PermissionMatrix({ permissions, onChange }: PermissionProps) {
  const { t, i18n } = useLingui();
  const { error } = useField('permissions', t`Permissions`);
  return (
    <div>
      {error && <p role="alert">{error}</p>}
      <table className={styles.matrix} aria-label={t`Permissions`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Kind of data</Trans>
            </th>
            {LEVELS.map((level) => (
              <th key={level} scope="col">
                {i18n._(LEVEL_NAMES[level])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {RESOURCES.map((resource) => {
            const { name, covers } = RESOURCE_WORDS[resource];
            return (
              <tr key={resource}>
                <th scope="row">
                  {i18n._(name)}
                  <small>{i18n._(covers)}</small>
                </th>
                {LEVELS.map((level) => (
                  <td key={level}>
                    <label>
                      <span className="visually-hidden">
                        {i18n._(name)}: {i18n._(LEVEL_NAMES[level])}
                      </span>
                      <input
                        type="radio"
                        id={`matrix-${resource}-${level}`}
                        name={`matrix-${resource}`}
                        checked={permissions[resource] === level}
                        onChange={() => onChange({ ...permissions, [resource]: level })}
                      />
                    </label>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
