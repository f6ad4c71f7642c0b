/** Why a photo could not be turned: what it takes, or the photo, is not on this device; it cannot be shown or kept. */
export type TurnTrouble = 'away' | 'unreachable' | 'unreadable' | 'notKept'
