import { logIn, loginErrors, signUp } from '#contract/accounts/accounts.ts'
import { abilities, confirmCode, confirmEmail, resendEmailLink, sendCode } from '#contract/accounts/entry.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import { fieldsOf } from '#contract/rules/at-either-place.ts'
import { findAccount, findAccountByPhone, isProvenPhone } from '#server/features/accounts/data.ts'
import { notifyGuessing } from '#server/features/accounts/password/notify-guessing.ts'
import { type CodeRow, issueCode } from '#server/features/codes/code.ts'
import { groupOf } from '#server/features/codes/guard.ts'
import { countSendRequest, hasEnough } from '#server/features/codes/sending-limits.ts'
import { countText } from '#server/features/codes/text-limits.ts'
import { verifyCode } from '#server/features/codes/verify-code.ts'
import { queueMessage } from '#server/features/messages/queue.ts'
import { fail } from '#server/http/failure.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { normalPhone } from '#server/phone.ts'
import { addPerson, preparePerson } from './add-person.ts'
import { confirmAddress, mailEmailLink, prepareConfirmation } from './confirm-email.ts'
import { enter, proveLogin } from './log-in.ts'
import { phoneProofs } from './phone-proof.ts'

function asking(accountId: string, target: string, address: string) {
  return { kind: 'prove-email', target, address, accountId }
}

export const signUpRoutes = [
  servePrepared(signUp, { prepare: preparePerson }, addPerson),
  servePrepared(logIn, { prepare: proveLogin }, enter),
  servePrepared(sendCode, { prepare: countCode }, sendCodeTo),
  servePrepared(confirmCode, { prepare: verifyGivenCode }, answerProven),
  servePrepared(confirmEmail, { prepare: prepareConfirmation }, confirmAddress),
  servePrepared(
    resendEmailLink,
    {
      prepare: async ({ context, account: caller, address, now }) => {
        const account = await findAccount(context.db, caller.id)
        if (!account?.email) return fail('email.none')
        if (account.email_proven_at) return fail('email.confirmed')
        return (
          (await countSendRequest(context.db, asking(account.id, account.email, address), now)) ?? account
        )
      },
    },
    async (call, account) => {
      await mailEmailLink(call, account)
      return {
        data: { message: t(deliveryNotice('entry.confirmEmailSent', call.context.config.smtp !== null)) },
      }
    },
  ),
  serve(abilities, async ({ context: { config } }) => ({
    data: {
      sends_email: config.smtp !== null,
      sends_sms: config.sms !== null,
      has_social: config.social.length > 0,
    },
  })),
  serve(loginErrors, async () => ({
    data: [
      { email: t('accounts.emailMissing') },
      { password: t('accounts.passwordMissing') },
      { message: t('accounts.loginBothMissing') },
      { wrong: t('accounts.loginWrong') },
    ],
  })),
]

type Confirming = Call<typeof confirmCode>

/**
 * Body before query before path: our own client uses the body, which keeps the code out of logs and history.
 */
async function verifyGivenCode(call: Confirming) {
  const { pin, otp_code, token } = given(call)
  const code = (pin ?? otp_code ?? call.query.pin ?? call.params.pin ?? '').trim()
  if (code === '') return fail('code.wrong', { message: 'entry.codeMissing' })
  return verifyCode(call, {
    purpose: phoneProofs,
    token: token ?? call.heldToken,
    code,
    onGuessing: async ({ target }) => notifyGuessing(call, await findAccountByPhone(call.context.db, target)),
  })
}

/** Someone who has read the code holds the number, and may know whether it has an account. */
async function answerProven(call: Confirming, proven: CodeRow) {
  const message = t('entry.codeConfirmed')
  return {
    data: { message },
    messages: [{ otp: message }],
    meta: {
      token: given(call).token ?? call.heldToken,
      has_account: await isProvenPhone(call.db, proven.target),
    },
  }
}

function given({ body }: Confirming) {
  return body ? fieldsOf(body) : {}
}

type Sending = Call<typeof sendCode>

async function countCode({ context, body, address, now }: Sending) {
  const target = targetOf(body)
  const kind = groupOf(body.data.attributes.purpose)
  const refused = await countText(context, { kind, target, address, isCode: true }, now)
  return refused ?? { hasEnough: await hasEnough(context.db, kind, target, now) }
}

/**
 * Sends a code to any number, for sign-up and login alike, without checking for an account, so the reply
 * reveals nothing.
 */
async function sendCodeTo(
  { context, db, body, now }: Sending,
  { hasEnough }: { readonly hasEnough: boolean },
) {
  const target = targetOf(body)
  const { purpose } = body.data.attributes
  const asked = { purpose, target, accountId: null, hasEnough }
  const { token, code, digits, expiresAt } = await issueCode(context, db, asked, now)
  const minutes = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 60_000))
  const answer = {
    data: { message: t(deliveryNotice('entry.codeSent', context.config.sms !== null)) },
    meta: { token, code_length: digits, expires_at: expiresAt.toISOString() },
  }
  if (code === null) return answer
  await queueMessage(
    db,
    {
      channel: 'sms',
      kind: 'entry.code',
      recipient: target,
      body: t('entry.codeSms', { code, minutes }),
      expiresAt,
    },
    now,
  )
  return answer
}

function targetOf(body: Sending['body']): string {
  return normalPhone(body.data.attributes.full_phone_number)
}
