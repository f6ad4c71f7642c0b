import { Button, Divider, Stack } from '@mantine/core'
import { IconDeviceMobile, IconUsers } from '@tabler/icons-react'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useAbilities } from '#web/lib/session/use-abilities.ts'

/** Other sign-up methods below the form: phone, social accounts. */
export function OtherSignUps() {
  const { social: hasSocial } = useAbilities()
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <>
      <Divider label={t('entry.otherSignUps')} my="md" />
      <Stack gap="md">
        <Button
          variant="default"
          component={Link}
          to="/PhoneRegistration"
          leftSection={<IconDeviceMobile {...icon} />}
        >
          {t('entry.byPhone')}
        </Button>
        {hasSocial && (
          <Button
            variant="default"
            component={Link}
            to="/SocialMediaAccountRegistrationScreen"
            leftSection={<IconUsers {...icon} />}
          >
            {t('entry.bySocial')}
          </Button>
        )}
      </Stack>
    </>
  )
}
