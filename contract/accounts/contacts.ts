import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { oneLine } from '../rules/one-line.ts'
import { plainText } from '../rules/plain-text.ts'
import { Done, Id, Instant, record, single } from '../wire.ts'

const Line = z._default(
  z.string().check(z.overwrite(oneLine), z.maxLength(limits.contactLineMax, 'contacts.tooLong')),
  '',
)

/**
 * A small picture within the card; the device downsizes larger ones. Only types that can't contain scripts.
 */
const Photo = z
  .string()
  .check(
    z.maxLength(limits.contactPhotoMax, 'contacts.photoTooLarge'),
    z.regex(/^(data:image\/(jpeg|png);base64,[A-Za-z0-9+/]+={0,2})?$/, 'contacts.photoUnfit'),
  )

function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success
}

/** The fields of the card's form, under the specification's names. '' = empty. */
export const Contact = z
  .object({
    firstName: Line,
    middleName: Line,
    lastName: Line,
    organization: Line,
    contactNumber: Line,
    email: Line,
    title: Line,
    websiteUrl: Line,
    note: z._default(
      z.string().check(
        z.overwrite((text) => plainText(text).trim()),
        z.maxLength(limits.contactNoteMax, 'contacts.tooLong'),
      ),
      '',
    ),
    /** A day as YYYY-MM-DD. */
    birthday: z._default(
      z.string().check(z.refine((day) => day === '' || isDay(day), 'contacts.birthdayInvalid')),
      '',
    ),
    /** 'true' male, 'false' female. */
    gender: z._default(z.enum(['', 'true', 'false'], 'common.invalid'), ''),
    photo: z._default(Photo, ''),
  })
  .check(
    z.refine(({ firstName, lastName, organization }) => `${firstName}${lastName}${organization}` !== '', {
      error: 'contacts.nameMissing',
      path: ['firstName'],
    }),
  )
export type Contact = z.output<typeof Contact>

const KeptContact = z.object({
  ...Contact.shape,
  changed_at: z.string(),
})

export const listContacts = endpoint({
  name: 'contacts.list',
  method: 'GET',
  path: '/bx_block_contacts/contacts',
  summary: 'The account’s own contacts, by name',
  access: 'surveyor',
  large: true,
  reply: z.object({ data: z.array(record(KeptContact)) }),
  offline: 'cache',
})

export const saveContact = endpoint({
  name: 'contacts.keep',
  method: 'PUT',
  path: '/bx_block_contacts/contacts/{id}',
  summary:
    'Keep a contact under an id of the device’s; of two changes the later stands, whichever comes first',
  access: 'surveyor',
  params: z.object({ id: Id }),
  body: z.strictObject({
    data: z.strictObject({
      attributes: Contact,
      /** When it was changed on a possibly offline device; default: now. */
      changed_at: z.optional(Instant),
    }),
  }),
  reply: single(KeptContact),
  fails: ['id.taken', 'contact.tooMany'],
  rates: [{ limit: limits.contactsKeptPerTenMinutes, seconds: 600, by: 'account' }],
})

export const removeContact = endpoint({
  name: 'contacts.remove',
  method: 'DELETE',
  path: '/bx_block_contacts/contacts/{id}',
  summary: 'Remove a contact of one’s own',
  access: 'surveyor',
  params: z.object({ id: Id }),
  reply: Done,
})
