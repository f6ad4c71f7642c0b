import type { Use } from '#survey/builder/field-uses.ts'
import type { Place } from '#survey/builder/form-place.ts'
import { t } from '#web/lib/language/translate.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useBuilder } from './builder.ts'
import { nameAt } from './places.ts'

const words = {
  showIf: 'builder.useShowIf',
  conditions: 'builder.useConditions',
  requiredIf: 'builder.useRequiredIf',
  defaultExpression: 'builder.useDefault',
  label: 'builder.useLabel',
  constraint: 'builder.useConstraint',
  calculation: 'builder.useCalculation',
  choiceFilter: 'builder.useChoiceFilter',
} as const

interface Props {
  readonly at: Place
  readonly uses: readonly Use[]
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** Confirms a deletion and names the rules that refer to the deleted field. */
export function DeleteQuestion({ at, uses, onClose, onConfirm }: Props) {
  const { form } = useBuilder()
  return (
    <ConfirmDialog
      opened
      danger
      title={t('builder.deleteTitle', { name: nameAt(form, at) })}
      text={t('builder.deleteUses')}
      confirm={t('builder.delete')}
      cancel={t('common.cancel')}
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <ul>
        {uses.map((use) => (
          <li key={`${use.at.section} ${use.at.field} ${use.property}`}>
            {t(words[use.property], { name: nameAt(form, use.at) })}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
