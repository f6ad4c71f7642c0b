/** Forgotten passwords: by a mailed link and by a code. Letter for letter as specified; odd spellings are the specification's. */
export const recovery = {
  resend: 'Resend',
  resendIn: 'You can resend in',
  resendLater: 'You can resend in two minutes.',
  resendSoon: 'You can resend in half a minute.',
  resendNow: 'You can resend now.',
} as const
