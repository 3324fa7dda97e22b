import type { Chapter } from './code-chapter.ts'

/** Chapter of the invented code: yards and streets. */
export const grounds: Chapter = {
  chapter: '21',
  sections: [
    [
      '21-1',
      'Grass and weeds',
      'Grass and weeds shall not stand higher than ten inches, up to the middle of the alley. Beds that are tended, and meadows registered with the town, are excepted.',
    ],
    [
      '21-2',
      'Rubbish',
      'Rubbish shall be kept in bins with lids and put at the curb no sooner than six in the evening before collection. It shall not lie in yards, on porches or beside the bins.',
    ],
    [
      '21-3',
      'Bulky things',
      'Furniture made for indoors, appliances and building waste shall not stand outdoors for more than 48 hours.',
    ],
    [
      '21-4',
      'Vehicles',
      'A vehicle without valid plates, or that cannot move by itself, shall stand in a closed garage or not on the lot at all. No vehicle shall stand on grass.',
    ],
    [
      '21-5',
      'Trees',
      'Limbs that are dead, or hang lower than eight feet over a walk or fourteen feet over a street, shall be cut. A tree that a forester finds dangerous shall be felled within fourteen days.',
    ],
    [
      '21-6',
      'Walks',
      'Owners keep the walk along their lot even, whole and clear. Snow shall be cleared within 24 hours after it stops falling.',
    ],
    ['21-7', 'Standing water', 'No barrel, tire, pool or gutter shall hold water in which mosquitoes breed.'],
    [
      '21-8',
      'Rats',
      'No one shall give rats food or shelter: bird seed on the ground, wood piled on the earth, open compost with kitchen waste.',
    ],
    [
      '21-9',
      'Dumpsters',
      'A dumpster stands on a hard surface, closed, ten feet from any building, and no longer than its permit says.',
    ],
    [
      '21-10',
      'Portable storage',
      'A storage container in front of a house needs a permit, stands no longer than thirty days and leaves the walk free.',
    ],
    [
      '21-11',
      'Lighting',
      'Outdoor lights shall be shaded so that they light the lot on which they stand and no window of a neighbor.',
    ],
  ],
}

/** Chapter of the invented code: licenses and business. */
export const trade: Chapter = {
  chapter: '26',
  sections: [
    [
      '26-1',
      'Business licenses',
      'No one shall carry on a business at a fixed place in the town without a license for that place, issued for the fiscal year and shown at the door.',
    ],
    [
      '26-2',
      'Rental licenses',
      'A dwelling shall not be rented without a license. It is issued after an inspection, ends on June 30 and passes to no one else.',
    ],
    [
      '26-3',
      'Multifamily licenses',
      'A building of two or more rented units has one license for all. A third of its units, chosen by the inspector, are inspected each year.',
    ],
    [
      '26-4',
      'Revocation',
      'A license may be revoked after two citations within twelve months, after a hearing. A revoked license is not renewed before every violation is abated.',
    ],
    [
      '26-5',
      'Signs',
      'A sign shall be lawful, legible and fixed. Signs of a business that has closed shall be taken down within sixty days.',
    ],
    [
      '26-6',
      'Occupancy posted',
      'A shop, hall or restaurant shall post the number of persons that it may hold, and hold no more.',
    ],
    [
      '26-7',
      'Grease and smoke',
      'Kitchens that sell food shall clean hoods every quarter, keep the record, and keep grease out of the drains.',
    ],
    [
      '26-8',
      'Food trucks',
      'A food truck sells only where its permit says, takes its waste with it and leaves by ten in the evening.',
    ],
  ],
}

/** Chapter of the invented code: how it is enforced. */
export const procedure: Chapter = {
  chapter: '31',
  sections: [
    [
      '31-1',
      'Right of entry',
      'An inspector may enter at reasonable hours with leave of the occupant, or with a warrant. Without either, only where life is in danger.',
    ],
    [
      '31-2',
      'Notice of violation',
      'A notice names the place, the section, what was found, what shall be done and by when. It is handed over, hung on the door or sent by mail to the owner of record.',
    ],
    [
      '31-3',
      'Time to repair',
      'The inspector sets the time by the danger: at once for heat, gas and ways out; up to thirty days for what threatens nobody. It may be extended in writing, for a reason.',
    ],
    [
      '31-4',
      'Citations',
      'Who does not abate in time is cited. Each day is a violation of its own. The fine is paid within twenty-one days, or a trial asked for.',
    ],
    [
      '31-5',
      'Abatement by the town',
      'What is not abated the town may do itself, and add the cost to the tax bill of the lot.',
    ],
    [
      '31-6',
      'Appeal',
      'A notice may be appealed within ten days to the board, which hears the case within thirty. The appeal stays everything but danger.',
    ],
    [
      '31-7',
      'False reports',
      'No one shall report a violation knowing it to be false, nor punish a tenant for a report that was made in good faith.',
    ],
    ['31-8', 'Records', 'What an inspector finds is written down on the day, with pictures, and kept for ten years.'],
  ],
}
