/** Choices that many fields share. */
export const yesNo = ['Yes', 'No'] as const
export const yesNoUnknown = ['Yes', 'No', 'Unknown'] as const
export const condition = ['Good', 'Fair', 'Poor', 'Not inspected'] as const
/** Expression: any option except 'None' is checked. */
export const something = (key: string) =>
  `count-selected(\${${key}}) > 0 and not(selected(\${${key}}, 'None'))`
/** Estimated by eye. NEC Chapter 9, Table 1 and TIA-569-E design for 40% with three or more cables. */
export const fill = ['Empty', 'Under 25%', '25 to 50%', '50 to 75%', 'Over 75%', 'Full', 'Unknown'] as const
/** Trade sizes of NEC Table 300.1(C) that telecommunications conduits come in. */
export const conduitSizes = [
  '1/2"',
  '3/4"',
  '1"',
  '1 1/4"',
  '1 1/2"',
  '2"',
  '2 1/2"',
  '3"',
  '4"',
  'Other',
] as const
/** Twisted-pair categories of ANSI/TIA-568.2-D. */
export const cableTypes = [
  'Cat 3',
  'Cat 5e',
  'Cat 6',
  'Cat 6A',
  'RG-59 coax',
  'RG-6 coax',
  'RG-11 or hardline coax',
  'Multimode fiber',
  'Single-mode fiber',
  'None',
] as const
