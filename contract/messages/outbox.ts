/** Mails and text messages: the words around them, and the administrators' outbox. */
export const outbox = {
  buttonFallback: 'If the button does not work, open this address:',
  sentBy: 'Sent by Fieldbook at {address}',
} as const
