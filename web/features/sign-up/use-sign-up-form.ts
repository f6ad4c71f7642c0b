import { type FormEvent, useRef, useState } from 'react'
import { markInvalid } from '#web/lib/page/mark-invalid.ts'
import type { SignUpErrors } from './check-sign-up.ts'

interface Form<Given> {
  readonly empty: Given
  readonly check: (given: Given) => SignUpErrors
  /** Returns null on success, else the server's errors. */
  readonly create: (given: Given) => Promise<SignUpErrors | null>
  readonly onCreated: (given: Given) => Promise<void>
}

/** Shared behavior of sign-up forms: input, validation by field, and one request at a time. */
export function useSignUpForm<Given extends { readonly [Field in keyof Given]: string }>({
  empty,
  check,
  create,
  onCreated,
}: Form<Given>) {
  const [given, setGiven] = useState(empty)
  const [errors, setErrors] = useState<SignUpErrors>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  function change(field: keyof Given & keyof SignUpErrors, value: string) {
    setGiven((before) => ({ ...before, [field]: value }))
    setErrors(({ form: _form, [field]: _field, ...others }) => others)
  }
  function input(field: keyof Given & keyof SignUpErrors) {
    return {
      name: field,
      value: given[field],
      error: errors[field],
      onChange: (event: { currentTarget: HTMLInputElement }) => change(field, event.currentTarget.value),
    }
  }
  function refuse(wrong: SignUpErrors) {
    markInvalid(form.current, () => setErrors(wrong))
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    const wrong = check(given)
    if (Object.keys(wrong).length > 0) return refuse(wrong)
    setBusy(true)
    const refused = await create(given)
    if (!refused) await onCreated(given)
    setBusy(false)
    if (refused) refuse(refused)
  }
  return { given, errors, busy, form, change, input, submit }
}
