import { linkOptions } from '@tanstack/react-router'
import type { Id } from '../contract/id.ts'

/** The page of an area: below its unit if it has one (AR-04). */
export const areaLink = (inspectionId: Id, area: { id: Id; unit_id?: Id | null }) =>
  area.unit_id
    ? linkOptions({
        to: '/inspections/$inspectionId/unit/$unitId/area/$areaId',
        params: { inspectionId: String(inspectionId), unitId: String(area.unit_id), areaId: String(area.id) },
      })
    : linkOptions({
        to: '/inspections/$inspectionId/area/$areaId',
        params: { inspectionId: String(inspectionId), areaId: String(area.id) },
      })
