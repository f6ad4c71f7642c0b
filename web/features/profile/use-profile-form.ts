import { type FormEvent, useRef, useState } from 'react'
import { changeProfile, validateNewPhone } from '#contract/accounts/profile.ts'
import { byField, call, type Failure } from '#web/lib/http/call.ts'
import { t } from '#web/lib/language/translate.ts'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import {
  type Account,
  changedFields,
  changesOf,
  type Errors,
  type Field,
  type Fields,
  type FormSpec,
  fieldErrors,
  fieldsOf,
} from './fields.ts'
import { cacheProfile } from './queries.ts'

/** A code sent to a new phone number, not entered yet. */
export interface SentCode {
  readonly phone: string
  readonly token: string
  readonly length: number
}

export interface Saved {
  /** The saved profile; null if only the number changed, which still needs its code. */
  readonly account: Account | null
  readonly password: boolean
  /** The new email that a link was sent to. */
  readonly email: string | null
  /** A new number that needs its code. */
  readonly code: SentCode | null
}

interface ProfileFormOptions {
  readonly account: Account
  readonly formSpec: FormSpec
  /** Converts the account to fields, for screens with another phone format. */
  readonly read?: (account: Account) => Fields
  /** Called when saving starts, to clear earlier errors. */
  readonly onSaving?: () => void
  readonly onSaved: (saved: Saved) => void
}

/** State of a profile form: input, errors, and saving of changed fields. */
export function useProfileForm({
  account,
  formSpec,
  read = fieldsOf,
  onSaving,
  onSaved,
}: ProfileFormOptions) {
  const known = read(account)
  const [given, setGiven] = useState(known)
  const [errors, setErrors] = useState<Errors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const dirty = changedFields(given, known, formSpec).length > 0

  function change(field: Field, text: string) {
    setGiven((before) => ({ ...before, [field]: text }))
    setErrors(({ form: _form, [field]: _field, ...others }) => others)
  }
  function refuse(wrong: Errors) {
    markInvalid(form.current, () => setErrors(wrong))
  }
  /** Restores the stored values of all or some fields. */
  function reset(fields?: readonly Field[]) {
    const back = Object.fromEntries((fields ?? formSpec.fields).map((field) => [field, known[field]]))
    setGiven((before) => ({ ...before, ...back }))
    setErrors({})
  }
  /** Adopts the server's values. A number that still needs its code keeps the typed text. */
  function take(next: Account, pending = false) {
    const { countryCode, phone, ...others } = read(next)
    setGiven((before) => ({ ...before, ...others, ...(pending ? {} : { countryCode, phone }) }))
  }
  function input(field: Field) {
    return {
      name: field,
      value: given[field],
      error: errors[field],
      onChange: (event: { currentTarget: HTMLInputElement }) => change(field, event.currentTarget.value),
    }
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    onSaving?.()
    const wrong = fieldErrors(given, known, formSpec)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const outcome = await send(given, known, formSpec)
    setBusy(false)
    if ('errors' in outcome) return refuse(outcome.errors)
    setErrors({})
    if (outcome.account) take(outcome.account, outcome.code !== null)
    onSaved(outcome)
  }
  return { form, given, errors, busy, dirty, change, input, reset, save, take, refuse }
}

async function send(given: Fields, known: Fields, formSpec: FormSpec): Promise<Saved | { errors: Errors }> {
  const { data, phone } = changesOf(given, known, formSpec)
  let code: SentCode | null = null
  let account: Account | null = null
  if (phone) {
    const sent = await call(validateNewPhone, { body: { data: { new_phone_number: phone } } })
    if (!sent.ok) return { errors: errorsOf(sent) }
    code = { phone, token: sent.reply.meta.token, length: sent.reply.meta.code_length }
  }
  if (Object.keys(data).length > 0) {
    const saved = await call(changeProfile, { body: { data } })
    if (!saved.ok) return { errors: errorsOf(saved) }
    cacheProfile(saved.reply)
    account = saved.reply.data.attributes
  }
  return { account, password: data.new_password !== undefined, email: data.new_email ?? null, code }
}

/** Server errors by field. Password errors also appear in the form's banner. */
function errorsOf(failure: Failure): Errors {
  if (failure.status === 0) return { form: t('profile.unexpected') }
  const errors = byField(failure)
  const at: Errors = {
    ...fieldError('firstName', errors.first_name),
    ...fieldError('lastName', errors.last_name),
    ...fieldError('company', errors.company_name),
    ...fieldError('email', errors.new_email),
    ...fieldError('phone', errors.new_phone_number ?? errors.phone_number),
    ...fieldError('current', errors.password),
    ...fieldError('form', errors.password),
  }
  return Object.keys(at).length > 0 ? at : { form: failure.message }
}

function fieldError(field: keyof Errors, text: string | undefined): Errors {
  return text === undefined ? {} : { [field]: text }
}
