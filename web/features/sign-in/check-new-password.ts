import { limits } from '#contract/limits.ts'
import type { MessageKey } from '#contract/messages/catalogue.ts'
import { isCommonPassword } from '#contract/rules/common-passwords.ts'
import { passwordRules } from '#contract/rules/password.ts'

export interface NewPassword {
  readonly password: string
  readonly confirm: string
}

export interface NewPasswordErrors {
  readonly form?: MessageKey
  readonly password?: MessageKey
  readonly confirm?: MessageKey
  readonly first: keyof NewPassword
}

/** The rules for replacing a one-time password. Returns null if valid. */
export function checkNewPassword({ password, confirm }: NewPassword): NewPasswordErrors | null {
  if (!password && !confirm) return { form: 'accounts.mustChangePassword', first: 'password' }
  if (!password) return { password: 'accounts.newPasswordMissing', first: 'password' }
  if (!passwordRules.every((rule) => rule.test(password)) || password.length > limits.passwordMax) {
    return { password: 'accounts.newPasswordNotValid', first: 'password' }
  }
  if (isCommonPassword(password)) return { password: 'accounts.passwordTooCommon', first: 'password' }
  if (!confirm) return { confirm: 'accounts.confirmPasswordMissing', first: 'confirm' }
  if (password !== confirm) return { confirm: 'accounts.passwordsDiffer', first: 'confirm' }
  return null
}
