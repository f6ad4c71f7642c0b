/**
 * Why a photo could not be rotated: the code ('away') or the photo is not on this device, the browser cannot decode
 * it, or the device cannot store the result.
 */
export type RotationProblem = 'away' | 'unreachable' | 'unreadable' | 'notKept'
