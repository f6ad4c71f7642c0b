import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { CompanyName } from '../rules/company.ts'
import { Email } from '../rules/email.ts'
import { FirstName, LastName } from '../rules/name.ts'
import { isFitPassword, newPasswordPair } from '../rules/new-password.ts'
import { CurrentPassword } from '../rules/password.ts'
import { MobilePhone } from '../rules/phone.ts'
import { Done, exactly, Id, record } from '../wire.ts'
import { CodeSent } from './code-sent.ts'
import { Profile, ProfileReply } from './profile-reply.ts'

/** A token as received: any text up to the limit. */
const Token = z.string().check(z.maxLength(200, 'common.invalid'))

/** All attributes that the caller may change, each optional; role, type and other attributes are ignored. */
const changes = {
  first_name: z.optional(FirstName),
  last_name: z.optional(LastName),
  company_name: z.optional(CompanyName),
  new_phone_number: z.optional(MobilePhone),
  new_email: z.optional(Email),
  current_password: z.optional(CurrentPassword),
  new_password: z.optional(z.string()),
}

/** Errors of a new password are reported as `password`, as everywhere. */
const hasFitPassword = () =>
  z.refine<{ readonly new_password?: string | undefined }>(
    ({ new_password }) => new_password === undefined || isFitPassword(new_password),
    { error: 'accounts.newPasswordNotValid', path: ['password'] },
  )

/**
 * Required before a change applies: the code sent to the new number, or the link mailed to the new address.
 */
const Pending = z.object({
  phone: z.optional(CodeSent.shape.meta),
  email: z.optional(z.string()),
})

const ProfileChanged = z.object({
  ...ProfileReply.shape,
  meta: z.object({ ...ProfileReply.shape.meta.shape, message: z.string(), pending: Pending }),
})

export const changeProfile = endpoint({
  name: 'profile.change',
  method: 'PUT',
  path: '/profile/profile',
  summary: 'Change the own profile: only what is sent changes',
  access: 'surveyor',
  body: z.object({
    data: z
      .object({ ...changes, attributes: z.optional(z.object(changes).check(hasFitPassword())) })
      .check(hasFitPassword()),
  }),
  reply: ProfileChanged,
  fails: [
    'phone.notServed',
    'password.wrong',
    'password.none',
    'password.same',
    'password.common',
    'email.readOnly',
    'phone.readOnly',
    'profile.logInAgain',
  ],
  rates: [{ limit: 120, seconds: 600, by: 'account' }],
  secret: true,
  replayable: false,
})

export const validateNewPhone = endpoint({
  name: 'profile.validateNewPhone',
  method: 'POST',
  path: '/profile/change_phone_validation',
  summary: 'Check a new phone number and send a code to it',
  access: 'surveyor',
  body: z.object({ data: z.object({ new_phone_number: MobilePhone }) }),
  reply: CodeSent,
  fails: ['phone.readOnly', 'phone.notServed', 'profile.logInAgain'],
  replayable: false,
})

export const confirmNewPhone = endpoint({
  name: 'profile.confirmNewPhone',
  method: 'POST',
  path: '/profile/confirm_phone',
  summary: 'Prove the new phone number by the code that went to it',
  access: 'surveyor',
  body: z.object({
    data: z.object({
      attributes: z.object({
        token: Token,
        otp_code: z.string().check(z.maxLength(12, 'entry.codeNotValid')),
        current_password: z.optional(CurrentPassword),
      }),
    }),
  }),
  reply: ProfileReply,
  fails: ['code.wrong', 'account.phoneTaken', 'phone.readOnly', 'password.wrong'],
  replayable: false,
})

export const confirmNewEmail = endpoint({
  name: 'profile.confirmNewEmail',
  method: 'POST',
  path: '/profile/confirm_email',
  summary: 'Prove the new email address by the link that was mailed to it',
  access: 'anybody',
  /** `password`: the account's, from a caller not logged in to it. */
  body: z.object({
    data: z.object({ attributes: z.object({ token: Token, password: z.optional(CurrentPassword) }) }),
  }),
  reply: z.object({ data: z.object({ message: z.string(), email: z.string() }) }),
  fails: ['email.linkOver', 'account.emailTaken', 'password.wrong', 'request.tooMany', 'email.logInFirst'],
  secret: true,
  rates: [{ limit: 60, seconds: 600, by: 'address', counts: 'refusals' }],
  replayable: false,
})

/** Missing or invalid values are reported as `password`. */
interface NewPasswords {
  readonly old_password: string
  readonly new_password: string
  readonly confirm_password: string
}

const passwordChange = {
  access: 'restricted',
  body: z.object({
    data: z.object({
      attributes: z
        .object({
          /** Part of the specified body, but ignored: only the header identifies the caller. */
          token: z.optional(z.string().check(z.maxLength(200))),
          old_password: z._default(z.string(), ''),
          new_password: z._default(z.string(), ''),
          confirm_password: z._default(z.string(), ''),
        })
        .check(
          ...newPasswordPair((given: NewPasswords) => given),
          z.refine((given: NewPasswords) => given.old_password.length <= limits.passwordMax, {
            error: 'profile.currentPasswordNotValid',
            path: ['password'],
          }),
        ),
    }),
  }),
  reply: Done,
  fails: ['password.wrong', 'password.none', 'password.same', 'password.common'],
  replayable: false,
} as const

export const changePassword = endpoint({
  name: 'profile.changePassword',
  method: 'PATCH',
  path: '/profile/password',
  summary: 'Change the password; all other sessions end',
  ...passwordChange,
})

export const changePasswordByPost = endpoint({
  name: 'profile.changePasswordByPost',
  method: 'POST',
  path: '/bx_block_forgot_password/change_password',
  summary: 'Change the password; all other sessions end',
  ...passwordChange,
})

export const photo = endpoint({
  name: 'profile.photo',
  method: 'GET',
  path: '/profile/photo',
  summary: "The profile's photo and company",
  access: 'surveyor',
  reply: z.object({ data: record(z.pick(Profile, { photo: true, company_name: true })) }),
  offline: 'cache',
})

const photoFails = ['photo.tooLarge', 'photo.wrongType', 'photo.missing'] as const

/** The file's part is `photo`, in any brackets. */
export const putPhoto = endpoint({
  name: 'profile.putPhoto',
  method: 'PUT',
  path: '/profile/photo',
  summary: "Replace the profile's photo",
  access: 'surveyor',
  upload: 'picture',
  reply: ProfileReply,
  fails: photoFails,
  rates: [{ limit: 30, seconds: 600, by: 'account' }],
})

/** The query's `v` changes with the picture and is ignored; it keeps browsers from showing a cached one. */
export const photoFile = endpoint({
  name: 'profile.photoFile',
  method: 'GET',
  path: '/files/portrait/{ticket}',
  summary: 'The bytes of a profile photo',
  access: 'ticket',
  params: z.object({ ticket: z.string().check(z.maxLength(200)) }),
  fails: ['ticket.expired'],
  offline: 'cache',
})

export const account = endpoint({
  name: 'profile.account',
  method: 'GET',
  path: '/account_block/accounts/{id}',
  summary: 'The own account by its id',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: ProfileReply,
  offline: 'cache',
})

export const changeAccount = endpoint({
  name: 'profile.changeAccount',
  method: 'PUT',
  path: '/account_block/accounts/{id}',
  summary: 'Change the own account, its photo included: only what is sent changes',
  access: 'surveyor',
  params: z.object({ id: Id }),
  upload: 'picture',
  /** Text parts `data[first_name]` and so on; the picture is `data[photo]`. */
  body: z.object({
    first_name: changes.first_name,
    last_name: changes.last_name,
    company_name: changes.company_name,
    country_code: z.optional(z.string().check(z.maxLength(10, 'profile.phoneInvalid'))),
    phone_number: z.optional(z.string().check(z.maxLength(30, 'profile.phoneInvalid'))),
  }),
  reply: ProfileChanged,
  fails: [...photoFails, 'phone.notValid', 'phone.notServed', 'phone.readOnly', 'profile.logInAgain'],
  rates: [{ limit: 120, seconds: 600, by: 'account' }],
  replayable: false,
})

/** The id may be omitted. */
export const deleteAccount = endpoint({
  name: 'profile.deleteAccount',
  method: 'DELETE',
  path: '/account_block/accounts/{id}',
  aliases: ['/account_block/accounts'],
  summary: 'Delete the own account',
  access: 'surveyor',
  params: z.object({ id: z.optional(Id) }),
  reply: Done,
  fails: ['account.onlyAdmin'],
})

export const removePhoto = endpoint({
  name: 'profile.removePhoto',
  method: 'DELETE',
  path: '/account_block/accounts/remove_profile_image',
  summary: "Remove the profile's photo",
  access: 'surveyor',
  query: exactly({ account_id: Id }),
  reply: ProfileReply,
})
