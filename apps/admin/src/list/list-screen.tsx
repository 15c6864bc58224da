import type { ListFilters as FilterValues, ListSchema } from '@coffer/contract/list'
import { Group, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ActionButton } from '../ui/action-button.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Icon } from '../ui/icon.tsx'
import { saveFile } from '../ui/save-file.ts'
import { ScreenTitle } from '../ui/screen-title.tsx'
import { ListFilters } from './list-filters.tsx'
import type { ListProps } from './list-props.ts'
import { ListRows } from './list-rows.tsx'
import { useRefresh } from './use-refresh.ts'
import { trimmedTexts, useSettledTexts } from './use-settled-texts.ts'

/** A list with its filters, order, pages and export. */
export function ListScreen<L extends ListSchema, Row>(props: ListProps<L, Row>) {
  const { name, title, list, text, control, read, exportRows, actions, rowActions } = props
  const { sort, cursor } = control
  const { operator = null } = control.filters
  // Each value is one of the schema: those of the address were checked when it was read.
  const filters = { ...control.filters, ...useSettledTexts(control.texts) } as FilterValues<L>
  const queryKey = [name, operator, filters, sort, cursor]
  const page = useQuery({
    queryKey,
    queryFn: () => read({ ...filters, sort, ...(cursor !== null && { cursor }) }),
    enabled: !control.lacksOperator,
    // The rows of one operator are never shown as those of another.
    placeholderData: (previous, query) => (query?.queryKey[1] === operator ? previous : undefined),
    ...useRefresh(queryKey, props.refreshes === true),
  })
  const download = useMutation({
    gcTime: 0,
    // By what is typed now, also when the page does not show it yet.
    mutationFn: () => exportRows({ ...control.filters, ...trimmedTexts(control.texts) } as FilterValues<L>),
    onSuccess: (file) => saveFile(file, `${name}.csv`),
  })
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <ScreenTitle title={title} />
        <Group gap="xs">
          {page.data && page.data.rows.length > 0 && (
            <>
              <ActionButton
                variant="default"
                leftSection={<Icon name="download" />}
                isBusy={download.isPending}
                onClick={() => download.mutate()}
              >
                {download.isPending ? 'Exporting…' : 'Export CSV'}
              </ActionButton>
              {rowActions}
            </>
          )}
          {actions}
        </Group>
      </Group>
      <ListFilters list={list} text={text} control={control} />
      {props.notice}
      {download.error !== null && <FailureAlert error={download.error} />}
      <ListRows props={props} page={page} />
    </Stack>
  )
}
