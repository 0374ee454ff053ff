import { describeCases } from '../../support/describeCases';
import { room } from './cases';

describeCases(room);
