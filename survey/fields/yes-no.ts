import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import { cut, plainText } from '#contract/rules/plain-text.ts'
import type { TemplateField } from '../template.ts'
import { textCell } from './cell.ts'
import { type FieldKind, one, singleValue } from './kind.ts'

/** 'Yes' or 'No' in `value`; the reason, if the answer asks for one, in `values[0]`. */
export const yesNo: FieldKind = {
  ...singleValue,
  valueShape: 'both',
  answers: () => [
    { value: 'Yes', label: t('fields.yes') },
    { value: 'No', label: t('fields.no') },
  ],
  properties: ['reasonOn'],
  compared: 'choice',
  xlsform: { type: 'select_one', words: [], list: 'yes_no' },
  asText: ({ value, values }) => {
    const said = spoken(value)
    const reason = (values[0] ?? '').trim()
    return reason === '' ? said : `${said}: ${reason}`
  },
  asPlainText: ({ value, values }) => [value, ...values].join(': '),
  exported: [
    { key: '', cell: ({ value }, _field, { asValues }) => textCell(asValues ? value : spoken(value)) },
    { key: 'reason', cell: ({ values: [reason = ''] }) => textCell(reason) },
  ],
  /** A mandatory field that asks for a reason is incomplete without it. */
  problem: (field, { value, values }) =>
    field.mandatory && asksReason(field, value) && (values[0] ?? '').trim() === ''
      ? { message: 'form.reasonMissing' }
      : null,
  /** Drops the reason unless the answer asks for one. */
  clean(field, raw) {
    if (!['', 'Yes', 'No'].includes(raw.value) || raw.values.length > 1)
      return { given: null, refusal: 'not-an-option' }
    const reason = asksReason(field, raw.value) ? plainText(raw.values[0] ?? '') : ''
    const kept = cut(reason, limits.reasonMax)
    const values = kept === '' ? [] : [kept]
    return { given: { value: raw.value, values }, refusal: kept === reason ? null : 'too-long' }
  },
  example: ({ reasonOn }) => one(reasonOn === 'Yes' ? 'No' : 'Yes'),
}

function spoken(value: string): string {
  return value === 'Yes' ? t('fields.yes') : value === 'No' ? t('fields.no') : value
}

/** Whether this answer asks for a reason: 'No' does, unless the template says otherwise. */
export function asksReason({ reasonOn = 'No' }: TemplateField, value: string): boolean {
  return value === reasonOn
}
