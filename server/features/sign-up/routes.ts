import { logIn, loginErrors, signUp } from '#contract/accounts/accounts.ts'
import { abilities, confirmCode, confirmEmail, resendEmailLink, sendCode } from '#contract/accounts/entry.ts'
import { deliveryNotice } from '#contract/messages/delivery-notices.ts'
import { t } from '#contract/messages/translate.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { countSendRequest } from '#server/features/codes/sending-limits.ts'
import { fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { addPerson, preparePerson } from './add-person.ts'
import { answerProven, verifyGivenCode } from './confirm-code.ts'
import { confirmAddress, mailEmailLink, prepareConfirmation } from './confirm-email.ts'
import { enter, proveLogin } from './log-in.ts'
import { countCode, sendCodeTo } from './send-code.ts'

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
