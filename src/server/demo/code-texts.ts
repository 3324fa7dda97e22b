import type { Chapter } from './code-chapter.ts'
import { grounds, procedure, trade } from './code-texts-town.ts'

const buildings: Chapter = {
  chapter: '12',
  sections: [
    [
      '12-1',
      'Purpose',
      'This chapter keeps every building of the town safe to live in, to work in and to walk past. Where two rules differ, the safer one counts.',
    ],
    [
      '12-4',
      'Duty of the owner',
      'The owner answers for the condition of the building and its land, also where a tenant has promised to do the work. A sale does not end a duty that arose before it; seller and buyer answer together for thirty days.',
    ],
    [
      '12-5',
      'Duty of the occupant',
      'Whoever lives in a dwelling keeps it clean, takes rubbish to the bins and tells the owner within five days of anything that leaks, smokes, sparks or breaks.',
    ],
    [
      '12-11',
      'Roofs and drainage',
      'Roofs shall be whole and tight. Rain shall be led by gutters and downspouts to the ground at least five feet from any foundation, and never onto the land of a neighbor or a public walk.',
    ],
    [
      '12-12',
      'Exterior walls',
      'Exterior walls shall be free of holes, loose or rotting parts, and open joints. Wood that is not naturally durable shall be painted or otherwise sealed; paint that peels from more than one square yard of a wall shall be removed and renewed.',
    ],
    [
      '12-13',
      'Windows and doors',
      'Every window shall be glazed, fit its frame and keep out wind and rain. Boards may close a broken window for ten days at most. A window that serves as a way out shall open from inside without a tool or a key.',
    ],
    [
      '12-14',
      'Porches, steps and rails',
      'Porches, decks and steps shall carry the load for which they were built. A stair of four or more risers shall have a rail that a hand can close around; an open side thirty inches or more above the ground shall have a guard.',
    ],
    [
      '12-15',
      'Chimneys',
      'Chimneys and vents shall stand straight, be capped and be free of loose brick and open joints. A chimney that leans shall be taken down or braced within fourteen days.',
    ],
    [
      '12-16',
      'Foundations',
      'Foundations shall be plumb, free of open cracks wider than a quarter inch, and closed against rats. Standing water in a crawl space shall be drained and its cause ended.',
    ],
    [
      '12-17',
      'House numbers',
      'Every building shall show its number in figures at least four inches high, in a color unlike its ground, so that it can be read from the street by day and by night.',
    ],
    [
      '12-21',
      'Unsafe structures',
      'A structure that may fall, burn or sicken those within is unsafe. It shall be posted, vacated where the posting says so, and made safe or taken down within the time that the posting gives.',
    ],
    [
      '12-22',
      'Vacant buildings',
      'A vacant building shall be closed to the weather and to trespass, registered with the town each July, and looked at by its owner at least every two weeks. Each visit shall be written down.',
    ],
    [
      '12-23',
      'Accessory structures',
      'Garages, sheds, fences and walls shall stand upright and be kept in the same repair as the house. A fence shall not lean more than ten degrees.',
    ],
    [
      '12-24',
      'Graffiti',
      'Writing or drawing on a building without leave of the owner shall be removed or covered within seven days of notice.',
    ],
  ],
}

const dwellings: Chapter = {
  chapter: '14',
  sections: [
    [
      '14-2',
      'Heat',
      'From October 1 to April 30 every dwelling shall be able to hold 68 degrees in each living room at three feet above the floor while it is 15 degrees outside. A portable heater does not count.',
    ],
    [
      '14-3',
      'Water',
      'Every kitchen sink, basin, tub and shower shall have cold water and water of at least 110 degrees, at a pressure that serves two taps at once.',
    ],
    [
      '14-4',
      'Drains and toilets',
      'Every fixture shall drain within a minute, hold a trap against sewer gas and stand firm. Every dwelling shall have a toilet of its own behind a door.',
    ],
    [
      '14-5',
      'Kitchens',
      'A kitchen shall have a sink, a surface for cooking that works, room for a refrigerator, and a floor and counter that can be wiped clean.',
    ],
    [
      '14-6',
      'Light and air',
      'Every living room and bedroom shall have a window to the open air of at least eight parts in a hundred of its floor, half of which can be opened. A bathroom may have a fan instead.',
    ],
    [
      '14-7',
      'Damp and mold',
      'Walls, ceilings and floors shall be dry. Visible mold of more than ten square feet, and any mold that returns, is evidence of a leak, which shall be found and ended before the mold is removed.',
    ],
    [
      '14-8',
      'Pests',
      'A dwelling shall be free of roaches, bedbugs, rats and mice. In a building of two or more units the owner ends them in all units at once; what is used shall be safe for those who live there.',
    ],
    [
      '14-9',
      'Space',
      'A bedroom for one has at least 70 square feet, and 50 more for each further sleeper. A kitchen or a hall is no bedroom.',
    ],
    [
      '14-10',
      'Basement bedrooms',
      'A bedroom below the ground shall have a window or door through which a grown person can climb out unaided, no more than 44 inches above the floor.',
    ],
    [
      '14-11',
      'Paint that holds lead',
      'In a house built before 1978 loose paint shall be taken off wet, by a person who holds the certificate, with the children away from the room.',
    ],
    ['14-12', 'Screens', 'From April 15 to November 15 every window that opens shall have a whole screen.'],
    ['14-13', 'Locks', 'Every outside door of a dwelling shall have a deadbolt that opens from inside without a key.'],
  ],
}

const fire: Chapter = {
  chapter: '17',
  sections: [
    [
      '17-1',
      'Smoke alarms',
      'A smoke alarm that sounds shall hang in every bedroom, outside every bedroom and on every floor, the cellar included. An alarm older than ten years shall be renewed.',
    ],
    [
      '17-2',
      'Carbon monoxide alarms',
      'Where anything burns fuel, or a garage adjoins, an alarm for carbon monoxide shall hang outside each sleeping area.',
    ],
    [
      '17-3',
      'Ways out',
      'Halls, stairs and doors that lead out shall be kept clear over their whole width, lit, and never locked against those within.',
    ],
    [
      '17-4',
      'Doors that close by themselves',
      'The door of each unit to a common hall, and each door of a stair, shall close and latch by itself. It shall not be wedged open.',
    ],
    [
      '17-5',
      'Extinguishers',
      'Common halls of buildings with three or more units, and every shop, shall have an extinguisher each 75 feet, looked at once a year and tagged.',
    ],
    [
      '17-6',
      'Wiring',
      'Outlets and switches shall have covers. No bare or spliced wire, no extension cord in place of wiring, and no fuse larger than its wire allows.',
    ],
    [
      '17-7',
      'Outlets near water',
      'An outlet within six feet of a sink, tub or basin, and every outlet outdoors, shall switch itself off at a fault.',
    ],
    [
      '17-8',
      'Heaters and vents',
      'A furnace or water heater shall be vented to the open air by a pipe without gaps, stand three feet clear of anything that burns, and be serviced every second year.',
    ],
    [
      '17-9',
      'Fuel and flame',
      'No gasoline, propane or paint thinner shall be kept in a dwelling, nor a grill used on a porch or balcony of a building with two or more units.',
    ],
  ],
}

/** The municipal code of the invented town, in its order. */
export const chapters: readonly Chapter[] = [buildings, dwellings, fire, grounds, trade, procedure]
