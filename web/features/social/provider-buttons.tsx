import { Button, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import classes from './provider-buttons.module.css'

export interface Provider {
  readonly id: string
  readonly name: string
}

interface Props {
  /** Providers configured on the server. */
  providers: readonly Provider[]
  words: 'social.logInWith' | 'social.signUpWith'
  /** The provider being opened. */
  going: string | null
  onChoose: (provider: Provider, isSetUp: boolean) => void
}

/** Always shown, as the specification requires. Unconfigured providers say so when pressed. */
const known: readonly (Provider & { readonly mark: ReactNode; readonly look: string | undefined })[] = [
  { id: 'facebook', name: 'Facebook', mark: <FacebookMark />, look: classes.facebook },
  { id: 'google', name: 'Google', mark: <GoogleMark />, look: classes.google },
]

export function ProviderButtons({ providers, words, going, onChoose }: Props) {
  const others = providers.filter(({ id }) => !known.some((one) => one.id === id))
  return (
    <Stack gap="sm">
      {known.map(({ mark, look, ...provider }) => {
        const isSetUp = providers.some(({ id }) => id === provider.id)
        return (
          <div key={provider.id}>
            <Button
              fullWidth
              className={look ?? ''}
              leftSection={mark}
              loading={going === provider.id}
              disabled={going !== null && going !== provider.id}
              aria-describedby={isSetUp ? undefined : `${provider.id}-off`}
              onClick={() => onChoose(provider, isSetUp)}
            >
              {t(words, { provider: provider.name })}
            </Button>
            {!isSetUp && (
              <Text id={`${provider.id}-off`} size="sm" c="dimmed" mt={4}>
                {t('social.notSetUp', { provider: provider.name })}
              </Text>
            )}
          </div>
        )
      })}
      {others.map((provider) => (
        <Button
          key={provider.id}
          fullWidth
          variant="default"
          loading={going === provider.id}
          disabled={going !== null && going !== provider.id}
          onClick={() => onChoose(provider, true)}
        >
          {t(words, { provider: provider.name })}
        </Button>
      ))}
    </Stack>
  )
}

/** The providers' logos, inlined: nothing loads from a provider before the user chooses one. */
function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width={20} height={20} aria-hidden>
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  )
}

function FacebookMark() {
  return (
    <svg viewBox="0 0 24 24" width={22} height={22} aria-hidden>
      <path
        fill="currentColor"
        d="M24 12a12 12 0 1 0-13.88 11.85v-8.38H7.08V12h3.04V9.36c0-3.01 1.8-4.67 4.54-4.67 1.31 0 2.69.23 2.69.23v2.96h-1.52c-1.49 0-1.95.93-1.95 1.88V12h3.32l-.53 3.47h-2.79v8.38A12 12 0 0 0 24 12z"
      />
    </svg>
  )
}
