import { describe, expect, test } from 'vitest'
import { open, type Scenario } from '#survey/testing/scenario.ts'
import { templates } from './templates.ts'

const [, , acceptance] = templates
if (!acceptance) throw new Error('no template')
const template = acceptance
const link = 'Fiber link'

function linkOf(fiber: string, wavelength: string, feet: string, pairs: string, splices = ''): Scenario {
  const play = open(template)
    .answer(link, 'Fiber type', fiber)
    .answer(link, 'Test wavelength', wavelength)
    .answer(link, 'Length of the link', feet)
    .answer(link, 'Connector pairs', pairs)
  return splices === '' ? play : play.answer(link, 'Splices', splices)
}

describe('loss budget by fiber and wavelength', () => {
  // 3280.84 ft are one kilometer. The last column was calculated by hand.
  test.each([
    ['OM1', '850 nm', '3.5', '5.3'],
    ['OM1', '1300 nm', '1.5', '3.3'],
    ['OM2', '850 nm', '3.5', '5.3'],
    ['OM2', '1300 nm', '1.5', '3.3'],
    ['OM3', '850 nm', '3', '4.8'],
    ['OM3', '1300 nm', '1.5', '3.3'],
    ['OM4', '850 nm', '3', '4.8'],
    ['OM4', '1300 nm', '1.5', '3.3'],
    ['OM5', '850 nm', '3', '4.8'],
    ['OM5', '1300 nm', '1.5', '3.3'],
    ['OS1', '1310 nm', '1', '2.8'],
    ['OS1', '1550 nm', '1', '2.8'],
    ['OS1a', '1310 nm', '1', '2.8'],
    ['OS1a', '1550 nm', '1', '2.8'],
    ['OS2', '1310 nm', '0.4', '2.2'],
    ['OS2', '1550 nm', '0.4', '2.2'],
    ['OS2 indoor-outdoor', '1310 nm', '0.5', '2.3'],
    ['OS2 indoor-outdoor', '1550 nm', '0.5', '2.3'],
  ])(
    '%s at %s: %s dB/km, one kilometer with two pairs and a splice %s dB',
    (fiber, wavelength, limit, loss) => {
      linkOf(fiber, wavelength, '3280.84', '2', '1')
        .expectAnswer(link, 'Cable attenuation limit', `${limit} dB/km`)
        .expectAnswer(link, 'Allowed loss', `${loss} dB`)
    },
  )

  test('OM4, 900 ft, two pairs at 850 nm: 2.32 dB, and 2.1 dB passes', () => {
    linkOf('OM4', '850 nm', '900', '2')
      .expectAnswer(link, 'Allowed loss', '2.32 dB')
      .answer(link, 'Measured loss, A to B', '2.1')
      .expectAnswer(link, 'Margin', '0.22 dB')
      .expectAnswer(link, 'Loss test', 'Pass')
  })

  test('every fiber of the list is calculated, and every wavelength belongs to one of them', () => {
    const fields = template.sections.find(({ name }) => name === link)?.fields ?? []
    const fibers = fields.find(({ key }) => key === 'fiber')?.options ?? []
    expect(fibers.length).toBe(9)
    for (const fiber of fibers)
      open(template)
        .answer(link, 'Fiber type', fiber)
        .expectChoices(
          link,
          'Test wavelength',
          ...(fiber.startsWith('OM') ? ['850 nm', '1300 nm'] : ['1310 nm', '1550 nm']),
        )
  })
})

test('the worse of both directions counts, at both wavelengths', () => {
  linkOf('OM3', '850 nm', '1000', '2', '1')
    // 0.3048 km × 3.0 + 1.5 + 0.3
    .expectAnswer(link, 'Allowed loss', '2.71 dB')
    .answer(link, 'Measured loss, A to B', '2.5')
    .expectAnswer(link, 'Margin', '0.21 dB')
    .answer(link, 'Measured loss, B to A', '2.71')
    .expectAnswer(link, 'Margin', '0 dB')
    .expectAnswer(link, 'Loss test', 'Pass')
    .answer(link, 'Second test wavelength', '1300 nm')
    // 0.3048 km × 1.5 + 1.5 + 0.3
    .expectAnswer(link, 'Allowed loss at the second wavelength', '2.26 dB')
    .answer(link, 'Measured loss at the second wavelength, A to B', '2')
    .expectAnswer(link, 'Margin', '0 dB')
    .answer(link, 'Measured loss at the second wavelength, B to A', '2.36')
    .expectAnswer(link, 'Margin', '-0.1 dB')
    .expectAnswer(link, 'Loss test', 'Fail')
})

test('without fiber, wavelength or pairs there is no budget, and none with the wavelength of another fiber', () => {
  open(template)
    .answer(link, 'Length of the link', '900')
    .answer(link, 'Connector pairs', '2')
    .expectAnswer(link, 'Allowed loss', '')
    .expectAnswer(link, 'Loss test', '')
    .answer(link, 'Fiber type', 'OM4')
    .expectAnswer(link, 'Allowed loss', '')
    .answer(link, 'Test wavelength', '850 nm')
    .expectAnswer(link, 'Allowed loss', '2.32 dB')
    .answer(link, 'Fiber type', 'OS2')
    .expectAnswer(link, 'Allowed loss', '')
    .expectProblem(link, 'Test wavelength', '“850 nm” does not match the other answers.')
  linkOf('OM4', '850 nm', '900', '2')
    .answer(link, 'Second test wavelength', '850 nm')
    .expectProblem(link, 'Second test wavelength', 'Choose the other wavelength of this fiber.')
})

test('a bond of more than 0.1 Ω must be repaired', () => {
  const bond = ['Telecom closet', 'Bonding resistance to building ground'] as const
  open(template)
    .answer('Telecom closet', 'TGB/PBB present and bonded', 'Yes')
    .answer(...bond, '0.1')
    .expectProblem(...bond, '')
    .answer(...bond, '0.11')
    .expectProblem(...bond, 'Over 0.1 Ω: have the bond repaired and test again.')
})
