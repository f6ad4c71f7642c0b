import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { readInvitations } from './read-invitations.ts'

const nell = { first_name: 'Nell', last_name: 'Vance', email: 'nell@example.com', role: 'surveyor' }

function planned(text: string) {
  const read = readInvitations(text)
  return read.ok ? read.planned : []
}

test.each([
  ['first_name,last_name,email,role\nNell,Vance,nell@example.com,surveyor'],
  ['\ufeffEmail;First name;Last name\r\n NELL@example.com ;"Nell";Vance\r\n'],
  ['Correo\tApellidos\tNombre\tRol\nnell@example.com\tVance\tNell\t'],
  ['Nell,Vance,nell@example.com'],
])('%j invites Nell', (text) => {
  expect(planned(text).map(({ invitation, wrong }) => [invitation, wrong])).toEqual([[nell, null]])
})

test('reports the line and reason of each invalid row and keeps the others', () => {
  const text = [
    'first name,last name,email,role',
    'Nell,Vance,nell@example.com,Administrator',
    '',
    '"Theo\n",Crain,theo,',
    '7,Crain,luke@example.com,',
    'Luke,Crain,Nell@Example.com,',
    'Luke,Crain,luke@example.com,owner',
    'Luke,Crain,,',
  ].join('\n')
  expect(planned(text).map(({ line, invitation, wrong }) => [line, invitation.role, wrong])).toEqual([
    [2, 'admin', null],
    [4, 'surveyor', 'admin.emailInvalid'],
    [6, 'surveyor', 'accounts.nameInvalid'],
    [7, 'surveyor', 'admin.fileDouble'],
    [8, 'surveyor', 'admin.fileBadRole'],
    [9, 'surveyor', 'admin.emailRequired'],
  ])
})

test('rejects an empty file, too many rows and an unclosed quotation mark', () => {
  expect(readInvitations('first_name,last_name,email\n')).toMatchObject({ problem: 'admin.fileEmpty' })
  expect(readInvitations('')).toMatchObject({ problem: 'admin.fileEmpty' })
  const many = (count: number) =>
    Array.from({ length: count }, (_, number) => `Nell,Vance,nell${number}@example.com`).join('\n')
  expect(planned(many(limits.invitationsPerFile))).toHaveLength(limits.invitationsPerFile)
  expect(readInvitations(many(limits.invitationsPerFile + 1))).toEqual({
    ok: false,
    problem: 'admin.fileTooMany',
    line: limits.invitationsPerFile + 1,
  })
  expect(readInvitations('Nell,Vance,n@example.com\n"Theo,Crain')).toEqual({
    ok: false,
    problem: 'admin.fileOpenQuote',
    line: 2,
  })
})
