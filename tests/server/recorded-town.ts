import type { Office, Person } from '../harness/office.ts'
import { people } from '../harness/people.ts'

/**
 * The town in which the requests were recorded, as far as they speak of it: records of every kind under the ids that
 * they name. Answers the Admin as whom they are sent here, where every call needs a session.
 */
export const recordedTown = async ({ pool, people: signedIn }: Office): Promise<Person> => {
  await pool.query(`
    update users set email = 'user' || id || '@town.example' where id > 1;
    update users set email = 'oas@town.example', role = 2 where id = 2;
    update users set email = 'admin@town.example', role = 3 where id = 3;
    update users set email = 'guest@town.example', role = 0, password_hash = (select password_hash from users where id = 1) where id = 4;
    insert into users (email, name, role) values ('recorder@town.example', 'Rhea Recorder', 3);
    update sessions set user_id = 6 where user_id = 4;
    update sessions set user_id = 4 where user_id = 3;
    insert into addresses (combadd, ownername, vacancy_status) select n || ' ELM ST', 'OWNER ' || n, 'occupied' from generate_series(1, 200) n;
    insert into units (number, address_id) select (100 + n)::text, case when n < 4 then 1 else n end from generate_series(1, 60) n;
    insert into contacts (name, email, phone) select 'Ann ' || n, 'c' || n - 1 || '@mail.example', '555-02' || n from generate_series(1, 40) n;
    insert into businesses (name, address_id) select 'Bakery ' || n, n from generate_series(1, 20) n;
    update businesses set name = 'ARBOR BAKERY' where id = 1;
    insert into codes (chapter, section, name, description) select '50', n || '.0', 'Tall grass ' || n, 'About grass' from generate_series(1, 50) n;
    insert into rooms (name) select 'Room ' || n from generate_series(1, 6) n;
    insert into prompts (content, room_id) select 'Is it clean?', 1 + n % 6 from generate_series(1, 14) n;
    insert into inspections (source, address_id, inspector_id, contact_id)
      select case when n < 3 then 'Complaint' else 'Single Family License' end, case n when 71 then 1 else n end, 1, n % 40 + 1 from generate_series(1, 75) n;
    update inspections set source = 'Building/Dumpster/POD permit' where id in (73, 74);
    insert into areas (name, inspection_id) select 'Hall', 5 from generate_series(1, 46);
    insert into observations (content, area_id, user_id) select 'Seen', 1, 1 from generate_series(1, 86);
    insert into violations (address_id, user_id, deadline) select n, 1, '7 days' from generate_series(1, 31) n;
    insert into violation_codes select n, n from generate_series(1, 31) n;
    insert into violation_comments (violation_id, user_id, content) select 1, 1, 'Said' from generate_series(1, 19);
    insert into citations (violation_id, code_id, user_id, fine, deadline) select n, n, 1, 50, '2026-12-01' from generate_series(1, 15) n;
    insert into licenses (license_type, license_number, address_id) select 2, case n when 1 then 'L-100' end, 100 + n from generate_series(1, 18) n;
    insert into permits (inspection_id, permit_type) select n, 'Dumpster' from generate_series(40, 45) n;
    insert into comments (content, address_id, unit_id, user_id) select 'Said', 1, case when n > 90 then 1 end, 1 from generate_series(1, 100) n;
    insert into contact_comments (comment, contact_id, user_id) select 'Heard', 1, 1 from generate_series(1, 12);
    insert into address_contacts (address_id, contact_id) values (1, 1);
    insert into business_contacts (business_id, contact_id) values (1, 1);
  `)
  return { ...signedIn.admin, id: 6 }
}

/** The text that the recording has replaced by '***'. */
export const passwordIn = (name: string): string => (/wrong/.test(name) ? 'a guess' : people.ons.password)
