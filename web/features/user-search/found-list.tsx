import { Button, Table, Text } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import type { Found } from './use-user-search.ts'
import classes from './user-search.module.css'

interface Props {
  found: readonly Found[]
  onView: (found: Found) => void
}

const columns = ['admin.columnId', 'admin.columnFirst', 'admin.columnLast', 'admin.columnAction'] as const

export function FoundList({ found, onView }: Props) {
  return (
    <section aria-label={t('admin.searchResults')}>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {found.length < limits.userSearchRows
          ? t('admin.accountsCount', { count: found.length })
          : t('admin.searchMany', { count: found.length })}
      </Text>
      <div className={classes.results}>
        <Table verticalSpacing={6} horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Table.Th key={column} scope="col">
                  {t(column)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.map((one) => (
              <Row key={one.id} found={one} onView={onView} />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  )
}

function Row({ found, onView }: { found: Found; onView: Props['onView'] }) {
  const { first_name, last_name } = found.attributes
  return (
    <Table.Tr>
      <Table.Td className={classes.id ?? ''}>{found.id}</Table.Td>
      <Table.Td>{first_name}</Table.Td>
      <Table.Td>{last_name}</Table.Td>
      <Table.Td className={classes.action ?? ''}>
        <Button
          variant="subtle"
          px="xs"
          onClick={() => onView(found)}
          aria-label={t('admin.viewOf', { name: `${first_name} ${last_name}` })}
        >
          {t('admin.view')}
        </Button>
      </Table.Td>
    </Table.Tr>
  )
}
