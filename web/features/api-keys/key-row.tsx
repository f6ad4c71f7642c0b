import { Badge, Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '#web/lib/language/translate.ts'
import { rightsOf, useOf } from './key-facts.ts'
import type { ApiKey } from './queries.ts'

interface Props {
  apiKey: { readonly attributes: ApiKey['attributes'] }
  onRevoke: () => void
  /** Below the name, for example the owner. */
  children?: ReactNode
}

/** One key with its rights and its use, and a button that revokes it. */
export function KeyRow({ apiKey: { attributes }, onRevoke, children }: Props) {
  const { name, is_expired } = attributes
  return (
    <Group component="article" justify="space-between" mih={56} gap="sm">
      <div style={{ flex: '1 1 16rem', minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
          {is_expired && (
            <Badge variant="light" color="gray" tt="none">
              {t('apiKeys.expired')}
            </Badge>
          )}
        </Group>
        {children}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {rightsOf(attributes)}
        </Text>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {useOf(attributes)}
        </Text>
      </div>
      <Button variant="default" onClick={onRevoke} aria-label={t('apiKeys.revokeOf', { name })}>
        {t('apiKeys.revoke')}
      </Button>
    </Group>
  )
}
