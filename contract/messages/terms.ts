export const terms = {
  privacyTitle: 'Privacy Policy',
  termsTitle: 'Terms of Use',
  privacyText: `This installation keeps what you enter: your account (name, email, phone), the surveys you make and the photos and videos you add to them. It is used to run the product for you and for nobody else.

Your work is stored on your device first and sent to the server of this installation. Your password is stored only in a form from which it cannot be read. No other company receives your data, and nothing on these pages watches what you do.

Whoever has a link that you share can read that report until you revoke the link or replace it. Positions in photos, email addresses and original file names are left out for them.

A deleted survey is kept for 30 days, so that it can be restored, and is then removed with its photos and videos. For questions, or to see or remove your data, ask the administrator of this installation.`,
  termsText: `You may use this installation to record, keep and hand over surveys of properties. You keep all rights to what you enter.

Enter only what you are allowed to record and to pass on, people in photos included. Share a report only with those it is meant for.

Keep your password to yourself, and end the sessions of devices that you no longer use. The administrator may disable an account that harms others.

The administrator of this installation runs it and answers for its backup and availability.`,
} as const
