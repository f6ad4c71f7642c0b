import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import { isFitPassword } from '#contract/rules/new-password.ts'
import { passwordRules } from '#contract/rules/password.ts'
import { t } from '#web/lib/language/translate.ts'

export interface Passwords {
  readonly password: string
  readonly confirm: string
}

/** Messages by field; empty if valid. */
export type PasswordErrors = Partial<Record<keyof Passwords, string>>

/** Checks the reset screen's passwords, with its messages. */
export function checkReset({ password, confirm }: Passwords): PasswordErrors {
  return {
    ...(password === '' ? { password: t('recovery.enterPassword') } : unmet(password)),
    ...(confirm === '' ? { confirm: t('recovery.repeatPassword') } : {}),
    ...(confirm !== '' && confirm !== password ? { confirm: t('recovery.notMatching') } : {}),
  }
}

/** The same rules with the messages of the screen after a one-time code. */
export function checkChosen({ password, confirm }: Passwords): PasswordErrors {
  return {
    ...chosenFault(password),
    ...(confirm === '' ? { confirm: t('recovery.pleaseConfirm') } : {}),
    ...(confirm !== '' && confirm !== password ? { confirm: t('accounts.passwordsMustMatch') } : {}),
  }
}

function unmet(password: string): PasswordErrors {
  const missing = passwordRules.filter((rule) => !rule.test(password)).map((rule) => t(rule.key))
  if (missing.length > 0)
    return { password: t('accounts.passwordRequirements', { requirement: missing.join(', ') }) }
  if (!isFitPassword(password)) return { password: t('accounts.newPasswordNotValid') }
  return common(password)
}

function chosenFault(password: string): PasswordErrors {
  if (password === '') return { password: t('recovery.pleaseEnter') }
  if (password.length < 2) return { password: t('recovery.tooShort') }
  if (!isFitPassword(password)) return { password: t('recovery.notFit') }
  return common(password)
}

function common(password: string): PasswordErrors {
  return isCommonPassword(password) ? { password: t('accounts.passwordTooCommon') } : {}
}
